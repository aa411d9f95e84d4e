import { sendFiles } from "../accounts/avatars.ts";
import type { Name } from "../people.ts";
import type { World } from "../world.ts";

/** Uploads files as the picture of the organization. */
export async function uploadIcon(world: World, as: Name, files: readonly Buffer[]) {
  const form = { method: "POST", path: "/realm/icon", files, fields: {} };
  return (await sendFiles(world, as, form)) as Awaited<ReturnType<typeof sendFiles>> & {
    readonly icon_url?: string;
  };
}

/** Returns the last part of a picture's address. */
export function nameIn(address = ""): string {
  return address.split("/").at(-1) ?? "";
}
