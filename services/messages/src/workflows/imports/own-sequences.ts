/** Sequences of this service by the kind of thing in archives whose ids they give. */
export const ownSequences: Readonly<Record<string, string>> = {
  conversations: "recipient_id",
  messages: "message_id",
  reactions: "reaction_id_seq",
  submessages: "submessage_id_seq",
  drafts: "draft_id_seq",
  scheduled_messages: "scheduled_message_id_seq",
  files: "attachment_id_seq",
};
