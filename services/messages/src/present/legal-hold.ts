import type { HoldRecord, listLegalHolds, OutputOf } from "@team-chat/contract";

/** Presents a legal hold as owners see it. */
export function presentHold(
  row: HoldRecord,
): OutputOf<typeof listLegalHolds>["legal_holds"][number] {
  return {
    id: row.id,
    user_id: row.userId,
    stream_id: row.channelId,
    reason: row.reason,
    // Holds that operators began are not shown to owners.
    begun_by: row.begunBy ?? 0,
    begun_at: row.begunAt,
    ended_by: row.endedBy,
    ended_at: row.endedAt,
  };
}
