import type { answerScim as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { currentWork, runFor, type Work } from "@team-chat/work";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { realmRef } from "../../policies/organization/sites.ts";
import { projectionOf } from "../../policies/scim/listing.ts";
import { notFound, refusalAnswer, type ScimAnswer } from "../../present/scim/answers.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { ScimRefusal } from "../../values/scim-refusal.ts";
import {
  getProviderConfig,
  getResourceType,
  getSchema,
  listResourceTypes,
  listSchemas,
} from "../../workflows/scim/answer-descriptions.ts";
import {
  createScimGroup,
  deleteGroup,
  getGroup,
  listGroups,
  patchGroup,
  replaceGroup,
} from "../../workflows/scim/answer-groups.ts";
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  patchUser,
  replaceUser,
} from "../../workflows/scim/answer-users.ts";
import type { ScimRequest } from "../../workflows/scim/request.ts";

type Input = z.output<typeof contract.input>;
type Answering = (request: ScimRequest, id: string) => Promise<ScimAnswer> | ScimAnswer;

interface ScimRoute {
  readonly path: RegExp;
  /** By method; the names are those of entries in the audit log. */
  readonly methods: Readonly<Record<string, { readonly name: string; readonly answer: Answering }>>;
}

const numbered =
  (answer: (request: ScimRequest, id: number) => Promise<ScimAnswer>): Answering =>
  (request, id) =>
    answer(request, Number(id));

const routes: readonly ScimRoute[] = [
  {
    path: /^\/Users$/,
    methods: {
      GET: { name: "listScimUsers", answer: listUsers },
      POST: { name: "createScimUser", answer: createUser },
    },
  },
  {
    path: /^\/Users\/(\d{1,15})$/,
    methods: {
      GET: { name: "getScimUser", answer: numbered(getUser) },
      PUT: { name: "replaceScimUser", answer: numbered(replaceUser) },
      PATCH: { name: "updateScimUser", answer: numbered(patchUser) },
      DELETE: { name: "deleteScimUser", answer: numbered(deleteUser) },
    },
  },
  {
    path: /^\/Groups$/,
    methods: {
      GET: { name: "listScimGroups", answer: listGroups },
      POST: { name: "createScimGroup", answer: createScimGroup },
    },
  },
  {
    path: /^\/Groups\/(\d{1,15})$/,
    methods: {
      GET: { name: "getScimGroup", answer: numbered(getGroup) },
      PUT: { name: "replaceScimGroup", answer: numbered(replaceGroup) },
      PATCH: { name: "updateScimGroup", answer: numbered(patchGroup) },
      DELETE: { name: "deleteScimGroup", answer: numbered(deleteGroup) },
    },
  },
  reading(/^\/ServiceProviderConfig$/, getProviderConfig),
  reading(/^\/ResourceTypes$/, listResourceTypes),
  reading(/^\/ResourceTypes\/([^/]+)$/, getResourceType),
  reading(/^\/Schemas$/, listSchemas),
  reading(/^\/Schemas\/([^/]+)$/, getSchema),
];

function reading(path: RegExp, answer: Answering): ScimRoute {
  return { path, methods: { GET: { name: "describeScim", answer } } };
}

/** Answers a SCIM request; refusals are answers, but for those that any request may get. */
export async function answerScim(
  ctx: Context,
  _: Identity,
  input: Input,
): Promise<z.input<typeof contract.output>> {
  const { body, headers, status } = await answered(ctx, input).catch((error: unknown) =>
    refusalAnswer(refusalOf(error)),
  );
  return { status, headers: { ...headers }, body: body && JSON.stringify(body) };
}

async function answered(ctx: Context, input: Input): Promise<ScimAnswer> {
  const { answer, id, name } = findRoute(input);
  const realm = await loadRealm(ctx.db, input.realmId);
  const query = new URLSearchParams(input.query);
  const { ifMatch, ifNoneMatch } = input;
  const request = {
    ctx,
    realm,
    base: `${realmRef(realm, ctx.sites).url}/scim/v2`,
    query,
    projection: projectionOf(query),
    text: input.body,
    ifMatch,
    ifNoneMatch,
    clientName: input.client.name,
  };
  return runFor(workOf(input, name), async () => answer(request, id));
}

function findRoute({ method, path }: Input) {
  for (const route of routes) {
    const found = route.path.exec(path);
    if (found === null) continue;
    const endpoint = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (endpoint === undefined) throw new ScimRefusal(405, "This address has no such method.");
    return { ...endpoint, id: decoded(found[1] ?? "") };
  }
  // What RFC 7644 knows and this server does not.
  if (/^\/(?:Bulk|Me|(?:(?:Users|Groups)\/)?\.search)$/.test(path))
    throw new ScimRefusal(501, "This part of SCIM is not supported.");
  throw notFound("such resource");
}

/** Reads a part of a path; what cannot be read names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Has the audit log name the provisioning system, as whose request this runs. */
function workOf({ address, client }: Input, operation: string): Work {
  const work = currentWork();
  const { request_id = "" } = work?.author?.() ?? {};
  const author = () => ({ operation, request_id, actor: { scim: client.name, address } });
  return { onGaveUp: () => undefined, ...work, operation, author };
}

/** Makes a refusal of the product one of SCIM. @throws what is none, or concerns any request */
function refusalOf(error: unknown): ScimRefusal {
  if (error instanceof ScimRefusal) return error;
  if (!(error instanceof AppError) || error.status >= 429) throw error;
  // Nothing that the client sent is wrong: there is no room.
  if ("limit" in error.details) return new ScimRefusal(403, error.message);
  return new ScimRefusal(error.status, error.message, error.status === 400 ? "invalidValue" : null);
}
