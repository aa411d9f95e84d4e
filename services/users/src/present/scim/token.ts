import type { ScimToken } from "@team-chat/contract";

import type { ScimTokenRow } from "../../queries/scim/tokens.ts";

/** Presents a token for SCIM, of which only its hash is kept. */
export function presentScimToken({ createdAt, id, name, usedAt }: ScimTokenRow): ScimToken {
  return {
    id,
    name,
    created_at: secondOf(createdAt),
    last_used_at: usedAt === null ? null : secondOf(usedAt),
  };
}

function secondOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
