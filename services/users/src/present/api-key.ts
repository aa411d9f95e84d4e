import type { listApiKeys, OutputOf } from "@team-chat/contract";

import type { NamedKey } from "../queries/authentication/named-keys.ts";

/** Presents a key to those who manage it. */
export function presentApiKey(key: NamedKey): OutputOf<typeof listApiKeys>["api_keys"][number] {
  return {
    id: key.id,
    name: key.name,
    beginning: key.beginning,
    scopes: key.scopes,
    channel_ids: key.channelIds,
    created_at: seconds(key.createdAt),
    created_by: key.createdBy,
    expires_at: key.expiresAt && seconds(key.expiresAt),
    last_used_at: key.usedAt && seconds(key.usedAt),
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
