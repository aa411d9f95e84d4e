import type {
  HoldExportRecord,
  HoldRecord,
  OperatorHold,
  OperatorHoldExport,
} from "@team-chat/contract";

/** Shows a legal hold to operators. */
export function presentHold(hold: HoldRecord): OperatorHold {
  return {
    id: hold.id,
    user_id: hold.userId,
    channel_id: hold.channelId,
    reason: hold.reason,
    begun_by: hold.begunBy,
    begun_with_key: hold.begunKey,
    begun_at: hold.begunAt,
    ended_by: hold.endedBy,
    ended_with_key: hold.endedKey,
    ended_at: hold.endedAt,
  };
}

/** Shows an export of a legal hold to operators. */
export function presentHoldExport(row: HoldExportRecord): OperatorHoldExport {
  return {
    id: row.id,
    hold_id: row.holdId,
    asked_by: row.askedBy,
    asked_with_key: row.askedKey,
    state: row.state,
    asked_at: row.requestedAt,
    cut_at: row.cutAt,
    ended_at: row.endedAt,
    tries: row.tries,
    kind: row.kind,
    records: row.rows,
    files: row.files,
    bytes: row.bytes,
    failure: row.failure,
    root: row.root,
  };
}
