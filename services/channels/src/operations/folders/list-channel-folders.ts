import type { InputOf, listChannelFolders as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { listFolders } from "../../queries/channel-folders.ts";

/** GET /channel_folders: the organization's folders, which everybody sees. */
export async function listChannelFolders(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const folders = await listFolders(ctx.db, caller.realm.id);
  return {
    channel_folders: folders.filter((folder) => input.include_archived || !folder.is_archived),
  };
}
