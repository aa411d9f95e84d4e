import { roles } from "@team-chat/contract";

import { wrong } from "../../values/scim-refusal.ts";
import { externalIdOf, type ScimStep } from "./patch.ts";
import { booleanOf, fieldOf, fieldsOf, textOf } from "./values.ts";

/** Attributes of a person that a client sets; absent ones stay. */
export interface WantedPerson {
  userName?: string;
  formatted?: string;
  givenName?: string;
  familyName?: string;
  displayName?: string;
  active?: boolean;
  role?: number;
  /** Role as the list of roles has it. */
  listedRole?: number | undefined;
  /** Null to forget it. */
  externalId?: string | null;
}

/** Reads what steps make of a person. Attributes that nobody here has are left out. @throws ScimRefusal */
export function wantedPerson(steps: readonly ScimStep[]): WantedPerson {
  const wanted: WantedPerson = {};
  for (const step of steps) apply(wanted, step);
  return wanted;
}

function apply(wanted: WantedPerson, step: ScimStep): void {
  const { value } = step;
  switch (step.path.attribute) {
    case "username":
      wanted.userName = textOf("userName", kept(step)).trim();
      break;
    case "externalid":
      wanted.externalId = externalIdOf(step);
      break;
    case "active":
      wanted.active = booleanOf("active", kept(step));
      break;
    case "name":
      applyName(wanted, step);
      break;
    case "displayname":
      if (step.op !== "remove") wanted.displayName = textOf("displayName", value);
      break;
    case "role":
      wanted.role = roleOf(kept(step));
      break;
    case "roles":
      wanted.listedRole = listedRole(kept(step)) ?? wanted.listedRole;
      break;
  }
}

const nameParts = {
  formatted: "formatted",
  givenname: "givenName",
  familyname: "familyName",
} as const;

function applyName(wanted: WantedPerson, step: ScimStep): void {
  const { op, path, value } = step;
  if (path.part === "familyname" && op === "remove") {
    wanted.familyName = "";
    return;
  }
  const fields = path.part === null ? fieldsOf(kept(step)) : { [path.part]: kept(step) };
  if (fields === undefined)
    throw wrong("invalidValue", `'name' is an object, not ${typeof value}.`);
  for (const [key, name] of Object.entries(nameParts)) {
    const given = fieldOf(fields, key);
    if (given !== undefined && given !== null) wanted[name] = textOf(`name.${name}`, given);
  }
}

/** Returns the value of what everybody has. @throws ScimRefusal (mutability) when it is to be removed */
function kept({ op, path, value }: ScimStep): unknown {
  if (op === "remove") throw wrong("mutability", `'${path.attribute}' cannot be removed.`);
  return value;
}

function roleOf(value: unknown): number {
  const name = textOf("role", value).toLowerCase();
  const found = Object.entries(roles).find(([one]) => one === name);
  if (found === undefined)
    throw wrong("invalidValue", `There is no role '${name}': ${Object.keys(roles).join(", ")}.`);
  return found[1];
}

/** Reads the one role of a list: the primary one of several; undefined for an empty list, which says nothing. */
function listedRole(value: unknown): number | undefined {
  if (typeof value === "string") return roleOf(value);
  if (Array.isArray(value) && value.length === 0) return undefined;
  const all = (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    typeof one === "string" ? { value: one } : (fieldsOf(one) ?? {}),
  );
  const primary = all.filter((one) => String(fieldOf(one, "primary")).toLowerCase() === "true");
  const [only, ...others] = primary.length > 0 ? primary : all;
  if (only === undefined || others.length > 0)
    throw wrong("invalidValue", "Somebody has one role: one of several has to be primary.");
  return roleOf(fieldOf(only, "value"));
}

/** Splits a full name as upstream does: the first word, and the rest. */
export function nameParted(fullName: string): { givenName: string; familyName: string } {
  const at = fullName.indexOf(" ");
  if (at === -1) return { givenName: fullName, familyName: "" };
  return { givenName: fullName.slice(0, at), familyName: fullName.slice(at + 1) };
}

/**
 * Returns the name that an account is to have, null for the one that it has. Of the whole name and its parts the one
 * counts that differs: some clients send both, of which they know one only from us (docs/behaviour/scim.md#people).
 */
export function changedName(wanted: WantedPerson, current: string): string | null {
  const { formatted } = wanted;
  const composed = composedName(wanted, nameParted(current));
  if (formatted !== undefined && formatted.trim() !== current) return formatted;
  return composed === undefined || composed === current ? null : composed;
}

/** Returns the name of a new account: without any, the address up to its @, as with single sign-on. */
export function firstName(wanted: WantedPerson, address: string): string {
  const composed = composedName(wanted, { givenName: "", familyName: "" });
  const given = [wanted.formatted, composed, wanted.displayName].find((one) => one?.trim());
  return given ?? address.replace(/@.*/, "");
}

function composedName(
  { familyName, givenName }: WantedPerson,
  current: ReturnType<typeof nameParted>,
): string | undefined {
  if (familyName === undefined && givenName === undefined) return undefined;
  return `${givenName ?? current.givenName} ${familyName ?? current.familyName}`.trim();
}

/** Returns the role that an account is to have, null for the one that it has; of two the one counts that differs. */
export function changedRole(wanted: WantedPerson, current: number | null): number | null {
  const given = [wanted.role, wanted.listedRole].find(
    (role) => role !== undefined && role !== current,
  );
  return given ?? null;
}
