import type { GroupSettingValue } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { checkQuota } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { normalizeDescription } from "../../policies/channel-settings.ts";
import type { NewChannelFacts } from "../../policies/new-channel.ts";
import { renderDescription } from "../../present/channel.ts";
import { existsFolder, insertChannels } from "../../queries/channels.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import type { LockedRealm, RealmChange } from "../realm-change.ts";

/** Channels to be created alike. */
interface Creation {
  readonly facts: NewChannelFacts;
  readonly requested: readonly {
    readonly name: string;
    /** The name as it is compared. */
    readonly key: string;
    readonly description: string;
  }[];
}

/**
 * Creates the channels, whose names are free, in the order given; one statement for any number.
 * @throws BAD_REQUEST when the organization may not have so many
 */
export async function createChannels(
  change: RealmChange,
  version: number,
  { facts, requested }: Creation,
): Promise<readonly ChannelRow[]> {
  if (requested.length === 0) return [];
  checkChannelRoom(change, requested.length);
  const channels = requested.map(({ description: given, key, name }) => {
    const description = normalizeDescription(given);
    const renderedDescription = renderDescription(description, change.realmId);
    return { name, key, description, renderedDescription };
  });
  const shared = { ...facts, creatorId: change.actor.id };
  return insertChannels(change.tx, { ...change, version }, { channels, facts: shared });
}

/** Checks that the organization may have so many channels more that are not archived. @throws BAD_REQUEST */
export function checkChannelRoom(
  { channels, users }: Pick<LockedRealm, "channels" | "users">,
  added = 1,
): void {
  const most = users.realm?.quotas?.channels;
  if (most === null || most === undefined) return;
  const kept = [...channels.channels.values()].filter(({ isArchived }) => !isArchived);
  checkQuota("channels", { most, used: kept.length, added });
}

/** @throws BAD_REQUEST unless the folder, if any, is there and not archived */
export async function checkFolder(
  { realmId, tx }: RealmChange,
  folderId: number | null,
): Promise<void> {
  if (folderId !== null && !(await existsFolder(tx, realmId, folderId)))
    throw new AppError("BAD_REQUEST", "Invalid channel folder ID");
}

/**
 * Keeps the groups of permissions that are about to be written from being deactivated before this transaction ends
 * (docs/subsystems/users.md, Groups). System groups never are; without others this costs nothing. Needs the realm's
 * lock, so that who deactivates a group waits for what is written.
 * @throws BAD_REQUEST when one of them was deactivated meanwhile (docs/behaviour/groups.md#group-settings)
 */
export async function claimGroupsOf(
  ctx: Pick<Context, "claimGroups">,
  { realmId, users }: Pick<LockedRealm, "realmId" | "users">,
  permissions: Readonly<Record<string, GroupSettingValue>>,
): Promise<void> {
  const named = Object.values(permissions).flatMap((value) =>
    typeof value === "number" ? [value] : value.direct_subgroups,
  );
  const groupIds = [...new Set(named)].filter((id) => users.groups.get(id)?.isSystem !== true);
  if (groupIds.length > 0 && !(await ctx.claimGroups({ realmId, groupIds })))
    throw new AppError("BAD_REQUEST", "User group is deactivated.");
}
