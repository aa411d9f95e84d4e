import { maxResults } from "../../policies/scim/listing.ts";
import { listAnswer, notFound, type ScimAnswer } from "../../present/scim/answers.ts";
import type { Resource } from "../../present/scim/resources.ts";
import {
  presentProviderConfig,
  presentResourceTypes,
  presentSchemas,
} from "../../present/scim/schemas.ts";
import { ScimRefusal } from "../../values/scim-refusal.ts";
import type { ScimRequest } from "./request.ts";

/** Tells what of SCIM there is. */
export function getProviderConfig({ base }: ScimRequest): ScimAnswer {
  return { status: 200, headers: {}, body: presentProviderConfig(base, maxResults) };
}

/** Tells which kinds of resources there are. */
export function listResourceTypes(request: ScimRequest): ScimAnswer {
  return described(request, presentResourceTypes(request.base));
}

/** Tells which attributes resources have. */
export function listSchemas(request: ScimRequest): ScimAnswer {
  return described(request, presentSchemas(request.base));
}

/** Shows one kind of resources. */
export function getResourceType({ base }: ScimRequest, id: string): ScimAnswer {
  return single(presentResourceTypes(base), id);
}

/** Shows the attributes of one kind of resources. */
export function getSchema({ base }: ScimRequest, id: string): ScimAnswer {
  return single(presentSchemas(base), id);
}

function described({ query }: ScimRequest, all: readonly Resource[]): ScimAnswer {
  // Nobody is to take a part of them for all (RFC 7644, section 4).
  if (query.has("filter")) throw new ScimRefusal(403, "Descriptions cannot be filtered.");
  return listAnswer(all, { offset: 0, total: all.length });
}

function single(all: readonly Resource[], id: string): ScimAnswer {
  const found = all.find((one) => one["id"] === id);
  if (found === undefined) throw notFound("such description");
  return { status: 200, headers: {}, body: found };
}
