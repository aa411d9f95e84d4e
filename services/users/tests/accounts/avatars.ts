import type { Identity } from "@team-chat/identity";

import type { Name } from "../people.ts";
import type { World } from "../world.ts";

interface Answer {
  readonly result: string;
  readonly msg: string;
  readonly avatar_url?: string;
  readonly user_id?: number;
}

interface Form {
  readonly method: string;
  readonly path: string;
  readonly files: readonly Buffer[];
  readonly fields: Readonly<Record<string, string>>;
}

/** Sends a multipart form with files. */
export async function sendFiles(world: World, as: Name, form: Form): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  for (const [index, bytes] of form.files.entries())
    body.append(`part${index}`, new Blob([new Uint8Array(bytes)]), "picture");
  const { identity } = world.people[as];
  const response = await world.fetch(identity, form.path, { method: form.method, body });
  return (await response.json()) as Answer;
}

/** Uploads files as somebody's picture. */
export function uploadAvatar(world: World, as: Name, files: readonly Buffer[]): Promise<Answer> {
  return sendFiles(world, as, { method: "POST", path: "/users/me/avatar", files, fields: {} });
}

/** Returns the address that a request is redirected to, without following it. */
export async function redirectFrom(world: World, as: Name | Identity, address: string) {
  const identity = typeof as === "string" ? world.people[as].identity : as;
  const { headers, status } = await world.fetch(identity, address, { redirect: "manual" });
  const cacheControl = headers.get("cache-control");
  return { status, location: headers.get("location"), cacheControl };
}
