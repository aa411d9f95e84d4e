import type {
  ChannelFolderObject,
  InputOf,
  OutputOf,
  updateChannelFolder as contract,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { planFolderUpdate } from "../../policies/channel-folder.ts";
import { checkAdministrator } from "../../policies/refusals.ts";
import { renderDescription } from "../../present/channel.ts";
import { listFolders, updateFolderRow } from "../../queries/channel-folders.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";

const changeable = ["name", "description", "rendered_description", "is_archived"] as const;

/** PATCH /channel_folders/{channel_folder_id}: name, description, archived. */
export function updateChannelFolder(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async ({ actor, channels, emit, realmId, tx }) => {
    checkAdministrator(actor);
    const folders = await listFolders(tx, realmId);
    const plan = planFolderUpdate(input, { folders, channels: channels.channels.values() });
    const rendered_description =
      plan.after.description === plan.before.description
        ? plan.before.rendered_description
        : renderDescription(plan.after.description, realmId);
    const after = { ...plan.after, rendered_description };
    const data = changesOf(plan.before, after);
    if (Object.keys(data).length === 0) return {};
    await updateFolderRow(tx, realmId, after);
    emit({
      audience: { to: "everyone" },
      event: { type: "channel_folder", op: "update", channel_folder_id: after.id, data },
    });
    return {};
  });
}

function changesOf(before: ChannelFolderObject, after: ChannelFolderObject): object {
  return Object.fromEntries(
    changeable.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );
}
