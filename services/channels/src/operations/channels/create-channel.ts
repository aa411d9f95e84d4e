import type { createChannel as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { planCreate } from "../../policies/create-plan.ts";
import { announcements, createdNotice } from "../../present/notices.ts";
import { bumpVersion } from "../../queries/versions.ts";
import {
  checkFolder,
  claimGroupsOf,
  createChannels,
} from "../../workflows/channels/create-channels.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";
import { createAndSubscribe } from "../../workflows/subscriptions/add-subscriptions.ts";

/** POST /channels/create: a new channel with its first subscribers (docs/behaviour/channels.md#creating-a-channel). */
export function createChannel(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async (change) => {
    const { facts, principals, requested } = planCreate(input, change, ctx);
    await checkFolder(change, facts.folderId);
    await claimGroupsOf(ctx, change, facts.permissions);
    const version = await bumpVersion(change.tx, change.realmId);
    const created = await createChannels(change, version, { facts, requested: [requested] });
    const [channel] = created;
    if (!channel) throw new Error("A channel was created but is not there.");
    const userIds = principals.map(({ id }) => id);
    const joining = userIds.length > 0 ? [{ userIds, channels: created }] : [];
    await createAndSubscribe(change, version, { created, joining, colors: new Map() });
    change.say(createdNotice(channel, change.actor));
    if (input.announce)
      for (const notice of announcements(created, change.actor, change.users)) change.say(notice);
    return { id: channel.id };
  });
}
