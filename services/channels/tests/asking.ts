import { type Operation, operations } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { signedFetch } from "@team-chat/testkit";

import { someValue, type Specified } from "./parameter-kinds.ts";
import { key } from "./users-peer.ts";
import type { Realm, World } from "./world.ts";

const signer = createIdentitySigner(key);

/** The operations of this service. */
export const owned = operations.filter(({ owner }) => owner === "channels");

interface Asked {
  readonly operation: Operation;
  /** Values of the parameters in the path. */
  readonly segments: Readonly<Record<string, number>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** Asks as the owner, with the fields as they are. */
export async function ask(...[world, realm, asked]: [World, Realm, Asked]) {
  const { operation, segments, fields } = asked;
  const { method, path: pattern } = operation;
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(segments[name]));
  const given = new URLSearchParams(fields);
  const query = method === "GET" ? `?${given.toString()}` : "";
  const url = `http://127.0.0.1:${world.service.port}/api/v1${path}${query}`;
  const response = await signedFetch({ signer, identity: realm.caller("owner") }, url, {
    method,
    body: method === "GET" ? null : given,
  });
  return { status: response.status, body: await response.json() };
}

/** A kind without the mark of what is required. */
export const bare = (kind: string) => kind.replace("!", "");

/** Values for what is required, except one. */
export function fieldsBut(parameters: Specified, left: string): Record<string, string> {
  const required = Object.entries(parameters).filter(
    ([name, kind]) => name !== left && kind.endsWith("!"),
  );
  return Object.fromEntries(required.map(([name, kind]) => [name, someValue[bare(kind)] ?? ""]));
}
