import type { getBotStorage as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { noSuchKey, wantedKeys } from "../../policies/bots/bot-storage.ts";
import { listEntries } from "../../queries/bots/bot-storage.ts";

/** Returns the caller's stored entries. */
export async function getBotStorage(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const keys = wantedKeys(input.keys);
  const own = { realmId: caller.realm.id, userId: caller.userId };
  const entries = await listEntries(ctx.db, own, keys);
  if (keys !== null && entries.length < keys.length) throw noSuchKey();
  return { storage: Object.fromEntries(entries.map(({ key, value }) => [key, value])) };
}
