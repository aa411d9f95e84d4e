import { ScimRefusal } from "../../values/scim-refusal.ts";

/** Writes the version of a resource as a weak entity tag. */
export function tagOf(version: number): string {
  return `W/"${version}"`;
}

function bare(tag: string): string {
  return tag.trim().replace(/^W\//i, "");
}

/** Tells whether a header of a condition names the version, or any (`*`). */
export function namesVersion(header: string, version: number): boolean {
  const tags = header.split(",").map(bare);
  return tags.includes("*") || tags.includes(bare(tagOf(version)));
}

/** Checks the header `If-Match`. @throws ScimRefusal (412) when the resource has changed since */
export function checkUnchanged(ifMatch: string | null, version: number): void {
  if (ifMatch !== null && !namesVersion(ifMatch, version))
    throw new ScimRefusal(412, "The resource has changed meanwhile: fetch it again.");
}
