import type { listLegalHolds, OutputOf } from "@team-chat/contract";

import type { HoldRow } from "../queries/archive/legal-holds.ts";

/** Presents a legal hold as owners see it. */
export function presentHold(row: HoldRow): OutputOf<typeof listLegalHolds>["legal_holds"][number] {
  return {
    id: row.id,
    user_id: row.userId,
    stream_id: row.channelId,
    reason: row.reason,
    begun_by: row.begunBy,
    begun_at: row.begunAt,
    ended_by: row.endedBy,
    ended_at: row.endedAt,
  };
}
