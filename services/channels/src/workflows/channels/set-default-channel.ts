import { checkDefaultChannel } from "../../policies/default-channel.ts";
import { updateChannelEvents } from "../../present/update-channel-events.ts";
import { updateChannelRow } from "../../queries/channels.ts";
import { bumpVersion } from "../../queries/versions.ts";
import type { RealmChange } from "../realm-change.ts";

/**
 * Makes a channel a default channel or takes it from them; nothing happens when it already is so.
 * @throws UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export async function setDefaultChannel(
  change: RealmChange,
  channelId: number,
  isDefault: boolean,
): Promise<void> {
  const before = checkDefaultChannel(channelId, isDefault, change);
  if (before.isDefault === isDefault) return;
  const after = { ...before, isDefault };
  const version = await bumpVersion(change.tx, change.realmId);
  await updateChannelRow(change.tx, { ...change, version }, after);
  for (const event of updateChannelEvents({ before, after, directories: change }))
    change.emit(event);
}
