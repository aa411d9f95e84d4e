import { randomBytes } from "node:crypto";

const maxCharacters = 100;
/** Longest name that file systems take, in UTF-8. */
const maxBytes = 255;

/**
 * Reduces a name to what addresses may contain; never empty. Of names that are too long the end stays, which shows the
 * kind of file.
 */
export function sanitiseName(given: string): string {
  const base = given.normalize("NFKC").split(/[/\\]/).at(-1) ?? "";
  const name = base.replaceAll(/\s+/g, "-").replaceAll(/[^\p{L}\p{N}._-]/gu, "");
  const trimmed = endOf(name).replace(/^\.+/, "");
  return trimmed === "" ? "uploaded-file" : trimmed;
}

/** Returns as many whole characters from the end as are allowed. */
function endOf(name: string): string {
  const characters = [...name].slice(-maxCharacters);
  let bytes = Buffer.byteLength(characters.join(""));
  const first = characters.findIndex((character) => {
    if (bytes <= maxBytes) return true;
    bytes -= Buffer.byteLength(character);
    return false;
  });
  return characters.slice(first).join("");
}

/** Makes a new address for a file of the name, which nobody can guess. */
export function newPathId(realmId: number, name: string): string {
  const secret = randomBytes(18).toString("base64url");
  return `${realmId}/${secret.slice(0, 2)}/${secret.slice(2)}/${name}`;
}

/** Returns the paths of files of the realm among paths of addresses, each once. */
export function ownPathIds(paths: readonly string[], realmId: number): string[] {
  const own = paths.filter((path) => path.startsWith(`${realmId}/`));
  return [...new Set(own.map(decodedPath))];
}

/** Returns the path of an address as we keep it: names have no `%`, so that addresses may be encoded or not. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
