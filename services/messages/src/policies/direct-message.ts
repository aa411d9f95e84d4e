import type { UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { UserDirectory } from "@team-chat/projection";

import type { UserReferences } from "./addressing.ts";
import { holdsRealmPermission, isForNobody } from "./realm-setting.ts";
import type { Sees } from "./sight.ts";

/** The users a request names. @throws BAD_REQUEST naming the first that does not exist */
export function resolveUsers(references: UserReferences, users: UserDirectory): UserRecord[] {
  if ("ids" in references)
    return references.ids.map((id) => {
      const user = users.users.get(id);
      if (!user) throw refused(`Invalid user ID ${id}`);
      return user;
    });
  return references.emails.map((email) => {
    const user = users.findByEmail(email);
    if (!user) throw refused(`Invalid email '${email}'`);
    return user;
  });
}

/** Whether the recipients can be written to at all. @throws BAD_REQUEST */
export function checkRecipients(recipients: readonly UserRecord[], sees: Sees): void {
  for (const recipient of recipients) {
    // First, so that nothing is told of whoever is not seen.
    checkSeen(recipient, sees);
    if (!recipient.isActive) throw refused(`'${recipient.email}' is no longer using Team Chat.`);
  }
}

/** Guests write only to whom they see (reference/behaviour.md §2.3). @throws BAD_REQUEST */
export function checkSeen(recipient: UserRecord, sees: Sees): void {
  if (!sees(recipient))
    throw refused("You do not have permission to access some of the recipients.");
}

/**
 * The organization's permissions for direct messages (reference/behaviour.md §2.3); `hasHistory` is asked only when it decides.
 * @throws BAD_REQUEST
 */
export async function checkDirectMessage(
  sender: UserRecord,
  { participants, users }: { participants: readonly UserRecord[]; users: UserDirectory },
  hasHistory: () => Promise<boolean>,
): Promise<void> {
  const others = participants.filter(({ id }) => id !== sender.id);
  if (sender.isBot || others.every(({ isBot }) => isBot)) return;
  const permission = "direct_message_permission_group";
  if (!participants.some((user) => holdsRealmPermission(user, permission, users)))
    throw refused(
      isForNobody(permission, users)
        ? "Direct messages are disabled in this organization."
        : "This conversation does not include any users who can authorize it.",
    );
  if (
    !holdsRealmPermission(sender, "direct_message_initiator_group", users) &&
    !(await hasHistory())
  )
    throw refused("You do not have permission to initiate direct message conversations.");
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
