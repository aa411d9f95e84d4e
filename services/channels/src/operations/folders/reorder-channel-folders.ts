import type { InputOf, OutputOf, reorderChannelFolders as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkFolderOrder } from "../../policies/channel-folder.ts";
import { checkAdministrator } from "../../policies/refusals.ts";
import { listFolders, reorderFolderRows } from "../../queries/channel-folders.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";

/** PATCH /channel_folders: the order of all folders. */
export function reorderChannelFolders(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async ({ actor, emit, realmId, tx }) => {
    checkAdministrator(actor);
    const { order } = input;
    const folders = await listFolders(tx, realmId);
    checkFolderOrder(order, folders);
    if (folders.every(({ id }, place) => order[place] === id)) return {};
    await reorderFolderRows(tx, realmId, order);
    emit({
      audience: { to: "everyone" },
      event: { type: "channel_folder", op: "reorder", order },
    });
    return {};
  });
}
