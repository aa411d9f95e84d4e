import { type ClaimMapping, type Role, roles } from "@team-chat/contract";

type Claims = Readonly<Record<string, unknown>>;

/** Lists the names of the claims that matter. */
export function mappedClaims({ groups, profile = {}, role }: ClaimMapping): readonly string[] {
  const single = [role?.claim, groups?.claim].filter((name) => name !== undefined);
  return [...new Set([...single, ...Object.values(profile)])];
}

/**
 * Finds a claim: that of the name, else the one to which the name leads as a path with dots, as with
 * `realm_access.roles`. Names with dots are in use as well, so the whole name comes first.
 */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part))
      return undefined;
    found = (found as Claims)[part];
  }
  return found;
}

/** Returns the role that somebody has by the claims, the one that may most of several; null for none. */
export function mappedRole({ role: rule }: ClaimMapping, claims: Claims): Role | null {
  if (rule === undefined) return null;
  const named = textsOf(claims, rule.claim).flatMap((text) => own(rule.values, text));
  const [first = rule.otherwise] = named.toSorted((a, b) => roles[a] - roles[b]);
  return first === undefined ? null : roles[first];
}

interface MappedGroups {
  /** Names of the groups that somebody is in by the claims. */
  readonly wanted: ReadonlySet<string>;
  /** Names of all groups that the provider decides about. */
  readonly decided: readonly string[];
}

/** Returns what the claims say of groups. */
export function mappedGroups({ groups: rule }: ClaimMapping, claims: Claims): MappedGroups {
  if (rule === undefined) return { wanted: new Set(), decided: [] };
  const wanted = textsOf(claims, rule.claim).flatMap((text) => own(rule.values, text));
  return { wanted: new Set(wanted), decided: [...new Set(Object.values(rule.values))] };
}

/** Returns the texts that the claims give profile fields, by their names; claims that are not there give none. */
export function mappedProfile(
  { profile = {} }: ClaimMapping,
  claims: Claims,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [field, name] of Object.entries(profile)) {
    const found = claimOf(claims, name);
    if (found !== undefined) texts.set(field, textsOf(claims, name).join(", "));
  }
  return texts;
}

/** Returns a claim as texts: a list in whole, and null as none. */
function textsOf(claims: Claims, name: string): readonly string[] {
  const found = claimOf(claims, name);
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  return list.flatMap((one) =>
    typeof one === "string" || typeof one === "number" || typeof one === "boolean"
      ? [String(one)]
      : [],
  );
}

/** Returns what a table of the settings has for a text, and nothing that objects have by themselves. */
function own<T>(values: Readonly<Record<string, T>>, text: string): readonly T[] {
  const value = Object.hasOwn(values, text) ? values[text] : undefined;
  return value === undefined ? [] : [value];
}
