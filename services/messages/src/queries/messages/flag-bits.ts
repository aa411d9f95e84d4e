/** Bits of `user_message.flags`; the migrations repeat the numbers. */
export const flagBits = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcardMentioned: 8,
  hasAlertWord: 16,
  historical: 32,
} as const;

/** The bits that make a message one that mentions the user; everybody's mention is a fact of the message itself. */
export const mentionBits = flagBits.mentioned | flagBits.topicWildcardMentioned;
