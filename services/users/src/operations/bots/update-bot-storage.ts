import type { InputOf, updateBotStorage as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkStorageSize } from "../../policies/bots/bot-storage.ts";
import { countOtherCharacters, upsertEntries } from "../../queries/bots/bot-storage.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Keeps something for the caller; other entries stay. */
export async function updateBotStorage(
  ctx: Context,
  caller: Caller,
  { storage }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const entries = Object.entries(storage).map(([key, value]) => ({ key, value }));
  await changeOwn(ctx, caller, async ({ tx, own }) => {
    const keys = entries.map(({ key }) => key);
    let characters = await countOtherCharacters(tx, own, keys);
    for (const { key, value } of entries) characters += lengthOf(key) + lengthOf(value);
    checkStorageSize(characters);
    await upsertEntries(tx, own, entries);
  });
  return {};
}

function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
