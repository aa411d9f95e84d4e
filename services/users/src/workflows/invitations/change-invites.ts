import { encodeAudience, roles } from "@team-chat/contract";
import type { LetterHead } from "@team-chat/mail";
import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import { invitationUrl } from "../../present/invitation.ts";
import { invitationLetter } from "../../present/letters.ts";
import { listActiveIds } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";

interface Open {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly realmId: number;
}

/** Tells those who see invitations, administrators and those who invited, that there was a change. */
export async function emitInvitesChanged(
  { tx, emit, realmId }: Open,
  inviterIds: readonly number[],
): Promise<void> {
  const administrators = await listActiveIds(tx, realmId, roles.administrator);
  emit({
    audience: encodeAudience([...new Set([...administrators, ...inviterIds])]),
    event: { type: "invites_changed" },
  });
}

interface Letter {
  readonly email: string;
  readonly token: string;
  readonly inviter: string;
  readonly head: LetterHead;
}

/** Has the invitation sent to its address. */
export async function mailInvitation(
  { tx, realmId }: Pick<Open, "tx" | "realmId">,
  { email, head, inviter, token }: Letter,
): Promise<void> {
  const letter = invitationLetter(head, { inviter, url: invitationUrl(head.url, token) });
  await insertMail(tx, realmId, { recipient: email, ...letter });
}
