import { randomBytes } from "node:crypto";

const maxLength = 100;

/** What addresses may contain of a name; never empty. */
export function sanitiseName(given: string): string {
  const base = given.normalize("NFKC").split(/[/\\]/).at(-1) ?? "";
  const name = base.replaceAll(/\s+/g, "-").replaceAll(/[^\p{L}\p{N}._-]/gu, "");
  const trimmed = name.replace(/^\.+/, "").slice(-maxLength);
  return trimmed === "" ? "uploaded-file" : trimmed;
}

/** A new address for a file of the name, which nobody can guess. */
export function newPathId(realmId: number, name: string): string {
  const secret = randomBytes(18).toString("base64url");
  return `${realmId}/${secret.slice(0, 2)}/${secret.slice(2)}/${name}`;
}

/** The addresses of files of the realm that a text links to, each once. */
export function linkedPathIds(content: string, realmId: number): string[] {
  const found = content.matchAll(/\/user_uploads\/(\d+\/[^\s()<>[\]"'`]+)/g);
  const own = [...found].flatMap(([, path]) => (path?.startsWith(`${realmId}/`) ? [path] : []));
  return [...new Set(own.flatMap((path) => [path, decodedPath(path)]))];
}

/** The path of an address as we keep it: names have no `%`, so that addresses may be encoded or not. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
