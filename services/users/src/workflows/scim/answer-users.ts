import { sql } from "@team-chat/pg";

import { namesVersion } from "../../policies/scim/conditions.ts";
import { listingOf } from "../../policies/scim/listing.ts";
import { stepsOfPatch, stepsOfResource, type ScimStep } from "../../policies/scim/patch.ts";
import { wantedPerson } from "../../policies/scim/wanted-person.ts";
import {
  listAnswer,
  notFound,
  resourceAnswer,
  type ScimAnswer,
} from "../../present/scim/answers.ts";
import { presentPerson, projected } from "../../present/scim/resources.ts";
import { conditionOf, orderBy } from "../../queries/scim/conditions.ts";
import {
  countPeople,
  findPerson,
  listPeople,
  personColumns,
  type ScimPersonRow,
} from "../../queries/scim/people.ts";
import { ScimRefusal } from "../../values/scim-refusal.ts";
import { bodyOf, type ScimRequest } from "./request.ts";
import { changePerson, createPerson } from "./write-person.ts";

/** Lists people. */
export async function listUsers(request: ScimRequest): Promise<ScimAnswer> {
  const { base, ctx, projection, query, realm } = request;
  const { filter, isDescending, limit, offset, sortBy } = listingOf(query);
  const condition = filter === null ? sql.fragment`true` : conditionOf(filter, personColumns);
  const order = orderBy(sortBy, { columns: personColumns, isDescending });
  const total = await countPeople(ctx.db, realm.id, condition);
  const rows =
    limit === 0 ? [] : await listPeople(ctx.db, realm.id, { condition, limit, offset, order });
  const shown = rows.map((row) => projected(presentPerson(row, base), projection));
  return listAnswer(shown, { offset, total });
}

/** Shows a person, or that nothing has changed. */
export async function getUser(request: ScimRequest, id: number): Promise<ScimAnswer> {
  const { ctx, ifNoneMatch, realm } = request;
  const row = await findPerson(ctx.db, realm.id, id);
  if (row === null) throw notFound("such user");
  const answer = answerOf(request, row);
  if (ifNoneMatch === null || !namesVersion(ifNoneMatch, row.version)) return answer;
  return { status: 304, headers: answer.headers, body: null };
}

/** Creates a person. */
export async function createUser(request: ScimRequest): Promise<ScimAnswer> {
  const wanted = wantedPerson(stepsOfResource(bodyOf(request)));
  return answerOf(request, await createPerson(request, wanted), 201);
}

/** Sets the attributes that a client sends; what it leaves out stays. */
export function replaceUser(request: ScimRequest, id: number): Promise<ScimAnswer> {
  return change(request, id, stepsOfResource(bodyOf(request)));
}

/** Carries out the steps that a client sends. */
export function patchUser(request: ScimRequest, id: number): Promise<ScimAnswer> {
  return change(request, id, stepsOfPatch(bodyOf(request)));
}

/** Refuses, as upstream does: accounts are deactivated, because what people wrote stays. */
export async function deleteUser(request: ScimRequest, id: number): Promise<ScimAnswer> {
  await getUser(request, id);
  throw new ScimRefusal(400, "People cannot be deleted: set 'active' to false instead.");
}

async function change(
  request: ScimRequest,
  id: number,
  steps: readonly ScimStep[],
): Promise<ScimAnswer> {
  return answerOf(request, await changePerson(request, id, wantedPerson(steps)));
}

function answerOf({ base, projection }: ScimRequest, row: ScimPersonRow, status = 200): ScimAnswer {
  const resource = presentPerson(row, base);
  return resourceAnswer(resource, projected(resource, projection), status);
}
