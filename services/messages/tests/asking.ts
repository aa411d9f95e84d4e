import { type Operation, operations } from "@team-chat/contract";

import { someValue, type Specified } from "./parameter-kinds.ts";
import type { Realm } from "./realm.ts";
import type { World } from "./world.ts";

/** The operations of this service. */
export const owned = operations.filter(({ owner }) => owner === "messages");

interface Asked {
  readonly operation: Operation;
  readonly segments: Specified;
  readonly fields: Readonly<Record<string, string>>;
}

/** Asks as user 1, with the fields as they are. */
export async function ask(...[world, realm, asked]: [World, Realm, Asked]) {
  const { operation, segments, fields } = asked;
  const given = new URLSearchParams(fields);
  const { method, path: pattern } = operation;
  const path = pattern.replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) => segments[name] ?? "");
  const response =
    method === "GET"
      ? await world.fetch({ method, path: `${path}?${given.toString()}` }, realm.identity("alice"))
      : await world.fetch({ method, path }, realm.identity("alice"), { body: given });
  return { status: response.status, body: await response.json() };
}

/** A kind without the mark of what is required. */
export const bare = (kind: string) => kind.replace("!", "");
/** By kind of what stands in paths. */
export const segmentValues: Specified = { id: "7", segment: "some-text" };

/** Values for what stands in the path and for what is required, except one. */
export function valuesBut(parameters: Specified, left?: string) {
  const entries = Object.entries(parameters).filter(([name]) => name !== left);
  const segments = entries.map(([name, kind]) => [name, segmentValues[kind]]);
  const fields = entries
    .filter(([, kind]) => kind.endsWith("!"))
    .map(([name, kind]) => [name, someValue[bare(kind)] ?? ""]);
  return {
    segments: Object.fromEntries(segments) as Specified,
    fields: Object.fromEntries(fields) as Specified,
  };
}
