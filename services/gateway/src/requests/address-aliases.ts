/** Maps addresses under which clients look for files, or for operations with a session, to those of the operations. */
const aliases = [
  ["/json/", "/api/v1/"],
  ["/user_uploads/", "/api/v1/files/"],
  ["/external_content/", "/api/v1/external_content/"],
  ["/avatar/", "/api/v1/avatar/"],
] as const;

/** Returns the address of the operation that a URL stands for; others as they are. */
export function resolveAlias(url: string): string {
  const alias = aliases.find(([address]) => url.startsWith(address));
  return alias ? alias[1] + url.slice(alias[0].length) : url;
}
