import { sql } from "@team-chat/pg";

import { namesVersion } from "../../policies/scim/conditions.ts";
import { listingOf, shows } from "../../policies/scim/listing.ts";
import { type ScimStep, stepsOfPatch, stepsOfResource } from "../../policies/scim/patch.ts";
import { wantedGroup } from "../../policies/scim/wanted-group.ts";
import {
  listAnswer,
  notFound,
  resourceAnswer,
  type ScimAnswer,
} from "../../present/scim/answers.ts";
import { presentGroupResource, projected, type Resource } from "../../present/scim/resources.ts";
import { conditionOf, orderBy } from "../../queries/scim/conditions.ts";
import {
  countGroups,
  findScimGroup,
  groupColumns,
  listGroupPage,
  listGroupPeople,
  type ScimGroupRow,
} from "../../queries/scim/groups.ts";
import { bodyOf, type ScimRequest } from "./request.ts";
import { changeGroup, createGroup, removeGroup } from "./write-group.ts";

/** Most members of all groups of one answer together; a group with more comes alone. */
const maxListedMembers = 20_000;

/** Lists groups; fewer than the client wants when these have very many members. */
export async function listGroups(request: ScimRequest): Promise<ScimAnswer> {
  const { ctx, query, realm } = request;
  const { filter, isDescending, limit, offset, sortBy } = listingOf(query);
  const condition = filter === null ? sql.fragment`true` : conditionOf(filter, groupColumns);
  const order = orderBy(sortBy, { columns: groupColumns, isDescending });
  const total = await countGroups(ctx.db, realm.id, condition);
  const page = { condition, limit, offset, order };
  const rows = limit === 0 ? [] : await listGroupPage(ctx.db, realm.id, page);
  const resources = await present(request, showsMembers(request) ? fitting(rows) : rows);
  return listAnswer(
    resources.map((resource) => projected(resource, request.projection)),
    { offset, total },
  );
}

function fitting(rows: readonly ScimGroupRow[]): readonly ScimGroupRow[] {
  let members = 0;
  const end = rows.findIndex((row, at) => (members += row.size) > maxListedMembers && at > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Shows a group, or that nothing has changed. */
export async function getGroup(request: ScimRequest, id: number): Promise<ScimAnswer> {
  const { ctx, ifNoneMatch, realm } = request;
  const row = await findScimGroup(ctx.db, realm.id, id);
  if (row === null) throw notFound("such group");
  const answer = await answerOf(request, row);
  if (ifNoneMatch === null || !namesVersion(ifNoneMatch, row.version)) return answer;
  return { status: 304, headers: answer.headers, body: null };
}

/** Creates a group. */
export async function createScimGroup(request: ScimRequest): Promise<ScimAnswer> {
  const wanted = wantedGroup(stepsOfResource(bodyOf(request)));
  return answerOf(request, await createGroup(request, wanted), 201);
}

/** Sets the attributes that a client sends; what it leaves out stays. */
export function replaceGroup(request: ScimRequest, id: number): Promise<ScimAnswer> {
  return change(request, id, stepsOfResource(bodyOf(request)));
}

/** Carries out the steps that a client sends. */
export function patchGroup(request: ScimRequest, id: number): Promise<ScimAnswer> {
  return change(request, id, stepsOfPatch(bodyOf(request)));
}

/** Deactivates a group. */
export async function deleteGroup(request: ScimRequest, id: number): Promise<ScimAnswer> {
  await removeGroup(request, id);
  return { status: 204, headers: {}, body: null };
}

async function change(
  request: ScimRequest,
  id: number,
  steps: readonly ScimStep[],
): Promise<ScimAnswer> {
  return answerOf(request, await changeGroup(request, id, wantedGroup(steps)));
}

async function answerOf(
  request: ScimRequest,
  row: ScimGroupRow,
  status = 200,
): Promise<ScimAnswer> {
  const [resource = {}] = await present(request, [row]);
  return resourceAnswer(resource, projected(resource, request.projection), status);
}

/** Presents groups; loads their members only for whoever wants them. */
async function present(
  request: ScimRequest,
  rows: readonly ScimGroupRow[],
): Promise<readonly Resource[]> {
  const { base, ctx, realm } = request;
  const ids = rows.map(({ id }) => id);
  const all = showsMembers(request) ? await listGroupPeople(ctx.db, realm.id, ids) : [];
  const byGroup = Map.groupBy(all, ({ groupId }) => groupId);
  return rows.map((row) => presentGroupResource(row, byGroup.get(row.id) ?? [], base));
}

function showsMembers({ projection }: ScimRequest): boolean {
  return shows(projection, "members");
}
