import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Holds the files that pages load. */
export const assetsFolder = path.join(import.meta.dirname, "../../assets");

/** Begins the addresses of these files. It changes with their contents, so that browsers may keep them for ever. */
export const assetsPath = `/assets/${versionOf(assetsFolder)}`;

function versionOf(folder: string): string {
  const names = readdirSync(folder).toSorted();
  const texts = names.map((name) => [name, readFileSync(path.join(folder, name), "utf8")]);
  return hash("sha256", JSON.stringify(texts), "base64url").slice(0, 16);
}
