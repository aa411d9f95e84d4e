import type { InputOf, OutputOf, updateChannel as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministered } from "../../policies/administered-channel.ts";
import { planChannelUpdate } from "../../policies/channel-update.ts";
import { renderDescription } from "../../present/channel.ts";
import { changeNotices } from "../../present/notices.ts";
import { unarchivedEvents } from "../../present/unarchived-events.ts";
import { updateChannelEvents } from "../../present/update-channel-events.ts";
import { updateChannelRow } from "../../queries/channels.ts";
import { listPersonal } from "../../queries/subscriptions.ts";
import { listPoliciesIn } from "../../queries/topic-policies.ts";
import { bumpVersion } from "../../queries/versions.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import {
  checkChannelRoom,
  checkFolder,
  claimGroupsOf,
} from "../../workflows/channels/create-channels.ts";
import type { RealmChange } from "../../workflows/realm-change.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";
import { policyEvents } from "../../workflows/topics/set-policies.ts";
import { emitVisibility } from "../../workflows/visibility/emit-visibility.ts";

type Input = InputOf<typeof contract>;

/** PATCH /streams/{stream_id}: all changes of a channel, or none (docs/behaviour/channels.md#changing-a-channel). */
export function updateChannel(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async (change) => {
    const before = checkAdministered(input.stream_id, change);
    const hasNamedTopics = await askNamedTopics(ctx, input, { ...change, channel: before });
    const { webPublicStreams } = ctx;
    const changes = planChannelUpdate(input, before, {
      ...change,
      webPublicStreams,
      hasNamedTopics,
    });
    const described = { ...before, ...changes };
    const renderedDescription =
      described.description === before.description
        ? before.renderedDescription
        : renderDescription(described.description, change.realmId);
    const after = { ...described, renderedDescription };
    if (after.folderId !== before.folderId) await checkFolder(change, after.folderId);
    const events = updateChannelEvents({ before, after, directories: change });
    // Whoever administers a channel sees it, so every change is told to somebody.
    if (events.length === 0) return {};
    if (before.isArchived && !after.isArchived) checkChannelRoom(change);
    await claimGroupsOf(ctx, change, newPermissions(before, after));
    const version = await bumpVersion(change.tx, change.realmId);
    await updateChannelRow(change.tx, { ...change, version }, after);
    const { channels } = change;
    await emitVisibility(change, events, () => ({
      directories: change,
      channelOf: (id) => (id === after.id ? after : channels.channels.get(id)),
    }));
    if (before.isArchived && !after.isArchived) await emitUnarchived(change, after);
    const { actor, users } = change;
    for (const notice of changeNotices({ before, after }, actor, users)) change.say(notice);
    return {};
  });
}

/**
 * Asked under the realm's lock: a message that is being sent at that moment is counted, or waits until this change is
 * over and is decided by it.
 */
async function askNamedTopics(
  ctx: Context,
  input: Input,
  { channel, realmId }: { readonly channel: ChannelRow; readonly realmId: number },
): Promise<boolean> {
  const { topics_policy: wanted } = input;
  if (wanted !== "empty_topic_only" || wanted === channel.topicsPolicy) return false;
  return ctx.hasNamedTopics({ realmId, channelId: channel.id });
}

function newPermissions(before: ChannelRow, after: ChannelRow): ChannelRow["permissions"] {
  return Object.fromEntries(
    Object.entries(after.permissions).filter(([name, value]) => value !== before.permissions[name]),
  );
}

async function emitUnarchived(change: RealmChange, channel: ChannelRow): Promise<void> {
  const userIds = [...change.channels.subscribersOf(channel.id)];
  const of = { userIds, channelIds: [channel.id] };
  const personal = await listPersonal(change.tx, change.realmId, of);
  for (const event of unarchivedEvents(channel, { personal }, change)) change.emit(event);
  const policies = await listPoliciesIn(change.tx, change.realmId, channel.id);
  const internal = { without_capability: "archived_channels" };
  for (const event of policyEvents(policies)) change.emit({ ...event, internal });
}
