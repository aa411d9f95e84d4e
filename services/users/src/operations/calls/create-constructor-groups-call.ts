import type { createConstructorGroupsCall as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { ownRoom } from "../../domain/calls/constructor-groups.ts";
import { notConfigured } from "../../domain/calls/refusals.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";

/** Finds the caller's room, or has it made. */
export async function createConstructorGroupsCall(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { constructorGroups } = ctx.calls;
  if (constructorGroups === null) throw notConfigured("Constructor Groups");
  const account = await loadAccount(ctx.db, caller.realm.id, caller.userId);
  const roomName = `${account.fullName}'s Team Chat room`;
  const otherName = `${roomName} (${caller.realm.id}-${caller.userId})`;
  const email = account.deliveryEmail;
  return { url: await ownRoom(constructorGroups, { email, roomName, otherName }) };
}
