import type { Name } from "../people.ts";
import type { World } from "../world.ts";

interface Answer {
  readonly result: string;
  readonly msg: string;
  readonly code?: string;
}

/** Uploads files as an emoji. */
export async function uploadEmoji(
  world: World,
  ...[as, name, files]: [Name, string, readonly Buffer[]]
): Promise<Answer> {
  const body = new FormData();
  for (const [index, bytes] of files.entries())
    body.append(`part${index}`, new Blob([new Uint8Array(bytes)]), "picture");
  const address = `/realm/emoji/${encodeURIComponent(name)}`;
  const { identity } = world.people[as];
  const response = await world.fetch(identity, address, { method: "POST", body });
  return (await response.json()) as Answer;
}
