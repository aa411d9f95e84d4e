import type { createChannelFolder as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkFolderName } from "../../policies/channel-folder.ts";
import { normalizeDescription } from "../../policies/channel-settings.ts";
import { checkAdministrator } from "../../policies/refusals.ts";
import { renderDescription } from "../../present/channel.ts";
import { insertFolder, listFolders } from "../../queries/channel-folders.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";

/** POST /channel_folders/create: a new folder after all others. */
export function createChannelFolder(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async ({ actor, emit, realmId, tx }) => {
    checkAdministrator(actor);
    const folders = await listFolders(tx, realmId);
    checkRoom("channelFolders", folders.length);
    const description = normalizeDescription(input.description);
    const folder = await insertFolder(tx, realmId, {
      name: checkFolderName(input.name, folders),
      description,
      rendered_description: renderDescription(description, realmId),
      creator_id: actor.id,
      is_archived: false,
      order: Math.max(-1, ...folders.map(({ order }) => order)) + 1,
    });
    emit({
      audience: { to: "everyone" },
      event: { type: "channel_folder", op: "add", channel_folder: folder },
    });
    return { channel_folder_id: folder.id };
  });
}
