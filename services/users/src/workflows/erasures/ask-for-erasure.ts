// See docs/erasure.md.
import { note } from "@team-chat/audit";
import { type erasePerson as contract, findErasureFacts, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import {
  checkErasable,
  checkPersonNotHeld,
  placeholderOf,
} from "../../policies/accounts/erasure.ts";
import { type Account, findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { eraseRows, skipAudit } from "../../queries/accounts/erased-rows.ts";
import { type ErasureRow, insertErasure, isErased } from "../../queries/accounts/erasures.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { findStatus } from "../../queries/presence/user-statuses.ts";
import { listFieldRows } from "../../queries/profile-fields/profile-fields.ts";
import { changeAvatar } from "../accounts/change-avatar.ts";
import { checkNotLastOwner } from "../accounts/check-not-last-owner.ts";
import { deactivateWithBots } from "../accounts/set-activity.ts";
import { writeUserUpdate } from "../accounts/write-user-update.ts";
import { changeRealm } from "../change-realm.ts";
import type { Change } from "../change.ts";
import { checkStays } from "../deletions/schedule-deletion.ts";
import { emitUserUpdated } from "../events/emit-user.ts";
import { setStatus } from "../presence/set-status.ts";

const self = { kind: "service", name: "users" } as const;
const noStatus = { statusText: "", emojiName: "", emojiCode: "", reactionType: "" };

interface Asked extends z.output<typeof contract.input> {
  readonly realmId: number;
  /** Name of the operator's key. */
  readonly key: string;
}

/**
 * Makes a placeholder of an account at once, and has everything else of the person deleted.
 * @throws BAD_REQUEST, SERVICE_UNAVAILABLE
 */
export async function askForErasure(ctx: Context, asked: Asked): Promise<ErasureRow> {
  const { realmId } = asked;
  await checkStays(ctx.db, realmId);
  const { userId } = await loadErasable(ctx.db, asked);
  const question = { realmId, userId };
  // What is held later is passed over when messages are deleted.
  const { holds } = await ctx.messages.call(findErasureFacts, self, question, { realmId });
  checkPersonNotHeld(holds);
  const realm = await loadRealm(ctx.db, realmId);
  return changeRealm(ctx, realm, async ({ begin, tx }) => {
    const user = await loadErasable(tx, asked);
    if (user.isActive && user.role === roles.owner) await checkNotLastOwner(tx, realmId);
    const change = await begin({ auth: true });
    if (user.isActive) await deactivateWithBots(change, user);
    await makePlaceholder(change, { ...user, isActive: false });
    return noteErasure(change, user, asked);
  });
}

/** @throws BAD_REQUEST */
async function loadErasable(
  db: Context["db"] | Transaction,
  asked: Pick<Asked, "realmId" | "email" | "confirm">,
): Promise<Account> {
  const { email, realmId } = asked;
  const user = checkErasable(await findAccountByEmail(db, realmId, email), asked);
  if (await isErased(db, { realmId, userId: user.userId }))
    throw new AppError("BAD_REQUEST", "The person was erased before.");
  return user;
}

/** Takes everything out of an account that says who it was, and tells everybody who sees it. */
async function makePlaceholder(change: Change, user: Account): Promise<void> {
  const { hostname, realmId, tx } = change;
  const { deliveryEmail: email, userId } = user;
  // An entry would keep what is to be forgotten.
  await skipAudit(tx);
  if ((await findStatus(tx, { realmId, userId })) !== null)
    await setStatus(change, { realmId, userId, isBot: false }, noStatus);
  const picture = user.avatarSource === "U" ? await changeAvatar(change, user, null) : user;
  const { avatarVersion } = picture;
  const differences = { ...placeholderOf(userId, hostname), avatarVersion: avatarVersion + 1 };
  const filled = (await listFieldRows(tx, realmId)).filter(
    ({ id }) => user.profileData[String(id)] !== undefined,
  );
  const profile = filled.map((field) => ({ field, value: null }));
  await writeUserUpdate(change, picture, { differences, profile });
  if (user.timezone !== "")
    emitUserUpdated(change, user, { email: differences.deliveryEmail, timezone: "" });
  await eraseRows(tx, { realmId, userId, email });
}

async function noteErasure(
  { nowMs, realmId, tx }: Change,
  { userId }: Account,
  { key, messages }: Asked,
): Promise<ErasureRow> {
  await note(tx, {
    realmId,
    object: "erased_person",
    key: { user_id: userId },
    after: { messages },
  });
  return insertErasure(tx, { realmId, userId, askedKey: key, messages, nowMs });
}
