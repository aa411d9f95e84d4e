/** The values of a user's `role` (docs/behaviour/users.md#roles). Smaller numbers may do more. */
export const roles = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const;

export type Role = (typeof roles)[keyof typeof roles];

/** The values of a bot's `bot_type`. */
export const botTypes = {
  generic: 1,
  incomingWebhook: 2,
  outgoingWebhook: 3,
  embedded: 4,
} as const;

/** Values of `email_address_visibility`: the users who may see somebody's real e-mail address. */
export const emailVisibilities = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const;
