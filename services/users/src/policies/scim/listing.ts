import { parseScimFilter, type ScimFilter, withoutSchema } from "../../values/scim-filter.ts";
import { wrong } from "../../values/scim-refusal.ts";

/** Most resources of one answer, which `ServiceProviderConfig` tells. */
export const maxResults = 200;
const usualResults = 100;
const maxNames = 100;
/** Beyond the number of whatever an organization has. */
const maxStart = 1_000_000_000;

/** Attributes that an answer has; names are in lower case. */
export interface Projection {
  readonly only: readonly string[] | null;
  readonly without: readonly string[];
}

/** Resources that a client asks for. */
export interface Listing {
  readonly filter: ScimFilter | null;
  /** Begins with 0. */
  readonly offset: number;
  readonly limit: number;
  /** In lower case; null for the order of ids. */
  readonly sortBy: string | null;
  readonly isDescending: boolean;
}

/** Reads the parameters of a list. @throws ScimRefusal (invalidValue, invalidFilter) */
export function listingOf(query: URLSearchParams): Listing {
  const filter = query.get("filter");
  const sortBy = query.get("sortBy");
  const order = query.get("sortOrder")?.toLowerCase() ?? "ascending";
  if (order !== "ascending" && order !== "descending")
    throw wrong("invalidValue", "'sortOrder' is ascending or descending.");
  return {
    filter: filter === null ? null : parseScimFilter(filter),
    offset: Math.min(Math.max(numberOf(query, "startIndex") ?? 1, 1), maxStart) - 1,
    limit: Math.min(Math.max(numberOf(query, "count") ?? usualResults, 0), maxResults),
    sortBy: sortBy === null ? null : withoutSchema(sortBy).toLowerCase(),
    isDescending: order === "descending",
  };
}

function numberOf(query: URLSearchParams, name: string): number | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  if (/^-?\d{1,15}$/.test(given)) return Number(given);
  throw wrong("invalidValue", `'${name}' is a number.`);
}

/** Reads which attributes an answer is to have. @throws ScimRefusal (invalidValue) */
export function projectionOf(query: URLSearchParams): Projection {
  const only = namesOf(query, "attributes");
  const without = namesOf(query, "excludedAttributes");
  if (only !== null && without !== null)
    throw wrong("invalidValue", "Give 'attributes' or 'excludedAttributes', not both.");
  return { only, without: without ?? [] };
}

function namesOf(query: URLSearchParams, parameter: string): readonly string[] | null {
  const given = query.get(parameter);
  if (given === null || given.trim() === "") return null;
  const names = given.split(",");
  if (names.length > maxNames)
    throw wrong("invalidValue", `'${parameter}' has at most ${maxNames} names.`);
  return names.map((name) => withoutSchema(name.trim()).toLowerCase());
}

/** Tells whether an attribute, or some part of it, is to be in the answer. */
export function shows({ only, without }: Projection, attribute: string): boolean {
  if (without.includes(attribute)) return false;
  return (
    only === null || only.some((name) => name === attribute || name.startsWith(`${attribute}.`))
  );
}
