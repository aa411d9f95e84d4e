import type { Identity } from "@team-chat/identity";

import type { Name, World } from "./world.ts";

interface Answer {
  readonly result: string;
  readonly msg: string;
  readonly avatar_url?: string;
}

/** Uploads files as somebody's picture. */
export async function uploadAvatar(
  world: World,
  as: Name,
  files: readonly Buffer[],
): Promise<Answer> {
  const body = new FormData();
  for (const [index, bytes] of files.entries())
    body.append(`part${index}`, new Blob([new Uint8Array(bytes)]), "picture");
  const { identity } = world.people[as];
  const response = await world.fetch(identity, "/users/me/avatar", { method: "POST", body });
  return (await response.json()) as Answer;
}

/** Where an address leads, without going there. */
export async function redirectFrom(world: World, as: Name | Identity, address: string) {
  const identity = typeof as === "string" ? world.people[as].identity : as;
  const { headers, status } = await world.fetch(identity, address, { redirect: "manual" });
  const cacheControl = headers.get("cache-control");
  return { status, location: headers.get("location"), cacheControl };
}
