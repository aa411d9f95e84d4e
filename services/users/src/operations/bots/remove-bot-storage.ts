import type { InputOf, removeBotStorage as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { noSuchKey, wantedKeys } from "../../policies/bots/bot-storage.ts";
import { deleteEntries } from "../../queries/bots/bot-storage.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Forgets what is kept for the caller. */
export async function removeBotStorage(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const keys = wantedKeys(input.keys);
  await changeOwn(ctx, caller, async ({ tx, own }) => {
    const count = await deleteEntries(tx, own, keys);
    if (keys !== null && count < keys.length) throw noSuchKey();
  });
  return {};
}
