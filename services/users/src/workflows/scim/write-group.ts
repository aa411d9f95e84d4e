import type { Connection } from "@team-chat/pg";
import { checkRoom } from "@team-chat/policy";

import { checkGroupName } from "../../policies/groups/user-groups.ts";
import { checkUnchanged } from "../../policies/scim/conditions.ts";
import { membersAfter, type WantedGroup } from "../../policies/scim/wanted-group.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import { notFound } from "../../present/scim/answers.ts";
import {
  deleteMembers,
  insertGroup,
  insertMembers,
  updateGroup,
} from "../../queries/groups/group-heads.ts";
import { setExternalId } from "../../queries/scim/external-ids.ts";
import { findScimGroup, listGroupPeople, type ScimGroupRow } from "../../queries/scim/groups.ts";
import { listPeopleAmong } from "../../queries/scim/people.ts";
import { ScimRefusal, wrong } from "../../values/scim-refusal.ts";
import { changeRealm } from "../change-realm.ts";
import type { Change } from "../change.ts";
import { emitGroup } from "../events/emit-group.ts";
import { deactivateUnusedGroup } from "../groups/deactivate-unused-group.ts";
import { loadFactsFor } from "../groups/load-group-facts.ts";
import { tellOfNewGroup } from "../groups/tell-of-new-group.ts";
import { scimActor, type ScimRequest } from "./request.ts";

/** Creates a group that nobody manages but those who manage all groups. @throws ScimRefusal, BAD_REQUEST */
export function createGroup(
  { clientName, ctx, realm }: ScimRequest,
  wanted: WantedGroup,
): Promise<ScimGroupRow> {
  const { displayName: name = "", externalId = null } = wanted;
  checkGroupName(name);
  return changeRealm(ctx, realm, async ({ begin, tx }) => {
    const facts = await loadFactsFor(tx, realm.id, scimActor);
    const { added } = await memberChanges(tx, realm.id, { wanted, before: [] });
    checkRoom("userGroups", facts.groups.size);
    const change = await begin({});
    const id = await insertGroup(tx, realm.id, {
      name,
      description: `Provisioned by ${clientName}`,
      creatorId: null,
      settings: permissionsOf(
        { settings: {}, isSystem: false, creatorId: null },
        facts.systemGroups,
      ),
      version: change.versions.version,
    });
    if (id === null) throw taken(name);
    const ids = added.map((member) => member.id);
    await insertMembers(tx, { realmId: realm.id, groupId: id, ids });
    await setExternalId(tx, { realmId: realm.id, kind: "group", id }, externalId);
    await tellOfNewGroup(change, id, facts);
    return loadRow(tx, realm.id, id);
  });
}

/** Makes a group what a client wants, all of it or nothing. @throws ScimRefusal, BAD_REQUEST */
export function changeGroup(
  { ctx, ifMatch, realm }: ScimRequest,
  id: number,
  wanted: WantedGroup,
): Promise<ScimGroupRow> {
  return changeRealm(ctx, realm, async ({ begin, tx }) => {
    const group = await loadRow(tx, realm.id, id);
    checkUnchanged(ifMatch, group.version);
    const { displayName: name = group.name, externalId = group.externalId } = wanted;
    if (name !== group.name) checkGroupName(name);
    const rows = wanted.members.length === 0 ? [] : await listGroupPeople(tx, realm.id, [id]);
    const before = rows.map((row) => row.id);
    const members = await memberChanges(tx, realm.id, { wanted, before });
    const isSame = name === group.name && externalId === group.externalId;
    if (isSame && members.added.length + members.removed.length === 0) return group;
    const change = await begin({});
    const { version } = change.versions;
    const texts = name === group.name ? {} : { name };
    const ref = { realmId: realm.id, id };
    if (!(await updateGroup(tx, ref, { change: texts, version }))) throw taken(name);
    await setExternalId(tx, { ...ref, kind: "group" }, externalId);
    if (name !== group.name) tell(change, id, { op: "update", data: { name } });
    await writeMembers(change, id, members);
    return loadRow(tx, realm.id, id);
  });
}

/** Deactivates a group that nothing uses. @throws ScimRefusal, CANNOT_DEACTIVATE_GROUP_IN_USE, SERVICE_UNAVAILABLE */
export function removeGroup({ ctx, ifMatch, realm }: ScimRequest, id: number): Promise<void> {
  return deactivateUnusedGroup(ctx, realm, {
    id,
    loadFacts: async (db) => {
      checkUnchanged(ifMatch, (await loadRow(db, realm.id, id)).version);
      return loadFactsFor(db, realm.id, scimActor);
    },
  });
}

interface MemberChanges {
  readonly added: readonly { readonly id: number; readonly isActive: boolean }[];
  readonly removed: readonly { readonly id: number; readonly isActive: boolean }[];
}

interface Wanting {
  readonly wanted: WantedGroup;
  /** People who are in the group. */
  readonly before: readonly number[];
}

async function memberChanges(
  db: Connection,
  realmId: number,
  { before, wanted }: Wanting,
): Promise<MemberChanges> {
  const present = new Set(before);
  const after = membersAfter(wanted.members, before);
  const addedIds = [...after].filter((id) => !present.has(id));
  const added = await listPeopleAmong(db, realmId, addedIds);
  if (added.length !== addedIds.length)
    throw wrong("invalidValue", "Members are people of the organization, named by their ids.");
  const lostIds = before.filter((id) => !after.has(id));
  const removed = await listPeopleAmong(db, realmId, lostIds);
  return { added, removed };
}

/** Writes who comes and goes. Nobody sees deactivated people as members of anything, so nobody is told of them. */
async function writeMembers(
  change: Change,
  groupId: number,
  { added, removed }: MemberChanges,
): Promise<void> {
  const steps = [
    { members: added, write: insertMembers, op: "add_members" },
    { members: removed, write: deleteMembers, op: "remove_members" },
  ];
  for (const { members, op, write } of steps) {
    if (members.length === 0) continue;
    const ids = members.map(({ id }) => id);
    await write(change.tx, { realmId: change.realmId, groupId, ids });
    const active = members.filter(({ isActive }) => isActive).map(({ id }) => id);
    if (active.length > 0) tell(change, groupId, { op, user_ids: active });
  }
}

function tell(change: Change, groupId: number, fields: Parameters<typeof emitGroup>[2]): void {
  emitGroup(change, { groupId, isDeactivated: false }, fields);
}

async function loadRow(db: Connection, realmId: number, id: number): Promise<ScimGroupRow> {
  const group = await findScimGroup(db, realmId, id);
  if (group === null) throw notFound("such group");
  return group;
}

function taken(name: string): ScimRefusal {
  return new ScimRefusal(409, `There is a user group '${name}' already.`, "uniqueness");
}
