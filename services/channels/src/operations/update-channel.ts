import type { InputOf, OutputOf, updateChannel as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { checkAdministered } from "../policies/administered-channel.ts";
import { planChannelUpdate } from "../policies/channel-update.ts";
import { renderDescription } from "../present/description.ts";
import { updateChannelEvents } from "../present/update-channel-events.ts";
import { updateChannelRow } from "../queries/channels.ts";
import { bumpVersion } from "../queries/realm-version.ts";
import { changeRealm } from "../realm/change-realm.ts";
import { checkFolder } from "../realm/create-channels.ts";

type Input = InputOf<typeof contract>;

/** PATCH /streams/{stream_id}: all changes of a channel, or none (reference/behaviour.md §11). */
export function updateChannel(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async (change) => {
    const before = checkAdministered(input.stream_id, change);
    const { webPublicStreams } = ctx;
    const changes = planChannelUpdate(input, before, { ...change, webPublicStreams });
    const described = { ...before, ...changes };
    const after = { ...described, renderedDescription: renderDescription(described.description) };
    if (after.folderId !== before.folderId) await checkFolder(change, after.folderId);
    const events = updateChannelEvents({ before, after, directories: change });
    // Whoever administers a channel sees it, so every change is told to somebody.
    if (events.length === 0) return {};
    const version = await bumpVersion(change.tx, change.realmId);
    await updateChannelRow(change.tx, { ...change, version }, after);
    for (const event of events) change.emit(event);
    return {};
  });
}
