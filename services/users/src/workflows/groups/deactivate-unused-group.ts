import { getGroupUses } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { groupObjections, type Objection } from "../../policies/groups/group-objections.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import { countClaims, deactivateUnclaimed } from "../../queries/groups/group-heads.ts";
import { changeRealm } from "../change-realm.ts";
import { emitGroup } from "../events/emit-group.ts";
import { accessGroupToChange } from "./access-group.ts";
import type { GroupFacts } from "./load-group-facts.ts";

/**
 * Channels may begin to use the group again and again while they are asked; after so many times the caller has to come
 * back.
 */
const maxTries = 5;

type Site = Parameters<typeof changeRealm>[1];

interface Wanted {
  readonly id: number;
  /** Loads what deciding needs, for whoever wants it; may refuse by itself. */
  readonly loadFacts: (db: Connection) => Promise<GroupFacts>;
}

/**
 * Deactivates a group that somebody manages and nothing uses. A channel that begins to use it between the question to
 * channels and the commit has claimed it (`claimGroups`), and then channels are asked once more.
 * @throws CANNOT_DEACTIVATE_GROUP_IN_USE (docs/behaviour/groups.md#deactivating-groups), SERVICE_UNAVAILABLE when
 * others claimed it all the time
 */
export async function deactivateUnusedGroup(
  ctx: Context,
  realm: Site,
  { id, loadFacts }: Wanted,
): Promise<void> {
  accessActive(id, await loadFacts(ctx.db));
  for (let tries = 0; tries < maxTries; tries += 1) {
    const claims = await countClaims(ctx.db, realm.id, id);
    const channels = await listChannelObjections(ctx, realm.id, id);
    if (await deactivate(ctx, realm, { id, claims, channels, loadFacts })) return;
  }
  throw new AppError("SERVICE_UNAVAILABLE", "Channels begin to use the group all the time.");
}

interface ClaimedUse extends Wanted {
  /** On the group, before channels were asked. */
  readonly claims: number;
  readonly channels: readonly Objection[];
}

/** Thrown to roll back what was decided by an answer that is not the newest any more. */
class Claimed extends Error {
  override name = "Claimed";
}

async function deactivate(ctx: Context, realm: Site, found: ClaimedUse): Promise<boolean> {
  const { id, claims, channels, loadFacts } = found;
  const realmId = realm.id;
  try {
    await changeRealm(ctx, realm, async ({ tx, begin }) => {
      checkUnused(id, { channels, facts: await loadFacts(tx) });
      const change = await begin({});
      const { version } = change.versions;
      if (!(await deactivateUnclaimed(tx, { realmId, id }, { claims, version })))
        throw new Claimed();
      const data = { deactivated: true };
      emitGroup(change, { groupId: id, isDeactivated: false }, { op: "update", data });
    });
    return true;
  } catch (error) {
    if (error instanceof Claimed) return false;
    throw error;
  }
}

interface Uses {
  readonly channels: readonly Objection[];
  readonly facts: GroupFacts;
}

function checkUnused(id: number, { channels, facts }: Uses): void {
  accessActive(id, facts);
  const groups = [...facts.groups.values()].map((group) => ({
    ...group,
    permissions: permissionsOf(group, facts.systemGroups),
  }));
  const objections = groupObjections(id, { channels, groups, permissions: facts.permissions });
  if (objections.length > 0) {
    throw new AppError("CANNOT_DEACTIVATE_GROUP_IN_USE", "Cannot deactivate user group in use.", {
      details: { objections },
    });
  }
}

function accessActive(id: number, facts: GroupFacts): void {
  if (accessGroupToChange(id, facts).deactivated)
    throw new AppError("BAD_REQUEST", "User group is deactivated.");
}

async function listChannelObjections(
  ctx: Context,
  realmId: number,
  groupId: number,
): Promise<readonly Objection[]> {
  const self = { kind: "service", name: "users" } as const;
  const uses = await ctx.channels.call(getGroupUses, self, { realmId, groupId }, { realmId });
  return uses.channels.map(({ id, settings }) => ({ type: "channel", channel_id: id, settings }));
}
