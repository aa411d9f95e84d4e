import type { UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { UserDirectory } from "@team-chat/projection";

import type { Sees } from "../values/visibility.ts";
import { holdsRealmPermission, isForNobody } from "./realm-setting.ts";
import type { UserReferences } from "./user-references.ts";
import { seesOnlySome } from "./visibility.ts";

interface Lookup {
  readonly users: UserDirectory;
  readonly sees: Sees;
}

/**
 * Returns the users a request names. Guests write only to users whom they see
 * (docs/behaviour/messages.md#direct-messages); to them, a user who does not exist and one whom they may not see are
 * refused alike.
 * @throws BAD_REQUEST naming the first that does not exist
 */
export function resolveUsers(references: UserReferences, lookup: Lookup): UserRecord[] {
  const { users } = lookup;
  if ("ids" in references)
    return references.ids.map((id) =>
      seen(users.users.get(id), `Invalid user ID ${id}`, lookup.sees),
    );
  return references.emails.map((email) =>
    seen(users.findByEmail(email), `Invalid email '${email}'`, lookup.sees),
  );
}

function seen(user: UserRecord | undefined, unknown: string, sees: Sees): UserRecord {
  if (user !== undefined && sees(user)) return user;
  throw refused(
    seesOnlySome(sees) ? "You do not have permission to access some of the recipients." : unknown,
  );
}

/** Checks that the recipients can be written to at all. @throws BAD_REQUEST */
export function checkRecipients(recipients: readonly UserRecord[]): void {
  const gone = recipients.find(({ isActive }) => !isActive);
  if (gone) throw refused(`'${gone.email}' is no longer using Team Chat.`);
}

/**
 * Checks the organization's permissions for direct messages (docs/behaviour/messages.md#direct-messages); `hasHistory`
 * is asked only when it decides.
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
