import { type RegisterRequest, wants } from "@team-chat/contract";

/** What the initial data of one user is made of. */
interface RegisterFacts {
  readonly maxMessageId: number | null;
  readonly unread: object;
  readonly starred: readonly number[];
  /** Newest first. */
  readonly conversations: readonly {
    readonly participants: readonly number[];
    readonly newestId: number;
  }[];
  readonly userId: number;
}

/** JSON texts by key of the register answer, for the names that were asked for (reference/event-payloads.md §3). */
export function renderRegisterSections(
  request: RegisterRequest,
  facts: RegisterFacts,
): Record<string, string> {
  const { userId } = facts;
  const values: Record<string, unknown> = {};
  if (wants(request, "message")) {
    values["max_message_id"] = facts.maxMessageId ?? -1;
    if (wants(request, "update_message_flags")) values["unread_msgs"] = facts.unread;
  }
  if (wants(request, "starred_messages")) values["starred_messages"] = facts.starred;
  if (wants(request, "recent_private_conversations")) {
    values["recent_private_conversations"] = facts.conversations.map(
      ({ newestId, participants }) => ({
        max_message_id: newestId,
        user_ids: participants.filter((id) => id !== userId),
      }),
    );
  }
  // Nobody can create any of these yet.
  for (const name of ["drafts", "scheduled_messages", "reminders"])
    if (wants(request, name)) values[name] = [];
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]),
  );
}
