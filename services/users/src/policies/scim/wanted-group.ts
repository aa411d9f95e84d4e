import { listLimits } from "@team-chat/contract";

import type { ScimFilter } from "../../values/scim-filter.ts";
import { wrong } from "../../values/scim-refusal.ts";
import { externalIdOf, type ScimStep } from "./patch.ts";
import { fieldOf, fieldsOf, textOf } from "./values.ts";

/** Change of who is in a group; null for everybody who is in it. */
interface MemberStep {
  readonly op: "add" | "remove" | "replace";
  readonly ids: readonly number[] | null;
}

/** Attributes of a group that a client sets; absent ones stay. */
export interface WantedGroup {
  displayName?: string;
  /** Null to forget it. */
  externalId?: string | null;
  /** In order. */
  readonly members: readonly MemberStep[];
}

/** Reads what steps make of a group. Attributes that no group has are left out. @throws ScimRefusal */
export function wantedGroup(steps: readonly ScimStep[]): WantedGroup {
  const members: MemberStep[] = [];
  const wanted: WantedGroup = { members };
  for (const step of steps) {
    const { op, value } = step;
    switch (step.path.attribute) {
      case "displayname":
        if (op === "remove") throw wrong("mutability", "'displayName' cannot be removed.");
        wanted.displayName = textOf("displayName", value).trim();
        break;
      case "externalid":
        wanted.externalId = externalIdOf(step);
        break;
      case "members":
        members.push(memberStep(step));
        break;
    }
  }
  return wanted;
}

function memberStep({ op, path, value }: ScimStep): MemberStep {
  const { filter, part } = path;
  if (part !== null && part !== "value")
    throw wrong("mutability", `'members.${part}' cannot be changed.`);
  if (op === "remove") {
    if (filter !== null) return { op, ids: idsInFilter(filter) };
    return { op, ids: value === undefined || value === null ? null : idsOf(value) };
  }
  if (filter !== null) throw wrong("invalidPath", "Only 'remove' takes a filter of members.");
  return { op, ids: idsOf(value) };
}

function idsOf(value: unknown): readonly number[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (given.length > listLimits.ids)
    throw wrong("invalidValue", `A request names at most ${listLimits.ids} members.`);
  return given.map((one) => {
    const member = fieldsOf(one) ?? { value: one };
    const type = fieldOf(member, "type");
    if (typeof type === "string" && type.toLowerCase() === "group")
      throw wrong("invalidValue", "Members of groups are people.");
    return idOf(fieldOf(member, "value"));
  });
}

/** Reads an id of a resource. @throws ScimRefusal (invalidValue) */
function idOf(value: unknown): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && /^\d{1,15}$/.test(text)) return Number(text);
  throw wrong("invalidValue", "A member is named by the id of a person.");
}

function idsInFilter(filter: ScimFilter): readonly number[] {
  if (filter.kind === "or") return filter.of.flatMap(idsInFilter);
  if (filter.kind === "compare" && filter.attribute === "value" && filter.operator === "eq")
    return [idOf(filter.value)];
  throw wrong("invalidFilter", 'Members are removed by a filter like [value eq "7"].');
}

/** Returns who is in a group in the end, of those who are in it now. */
export function membersAfter(
  steps: readonly MemberStep[],
  before: readonly number[],
): ReadonlySet<number> {
  const members = new Set(before);
  for (const { ids, op } of steps) {
    if (op === "replace" || ids === null) members.clear();
    for (const id of ids ?? [])
      if (op === "remove") members.delete(id);
      else members.add(id);
  }
  return members;
}
