import type { OperatorDeletion } from "@team-chat/contract";

import type { DeletionRow } from "../queries/organization/deletions.ts";

/** Shows a deletion to an operator. */
export function presentDeletion(row: DeletionRow): OperatorDeletion {
  return {
    organization_id: row.realmId,
    subdomain: row.subdomain,
    state: row.state,
    requested_at: seconds(row.requestedAt),
    due_at: seconds(row.dueAt),
    begun_at: row.begunAt && seconds(row.begunAt),
    finished_at: row.finishedAt && seconds(row.finishedAt),
    tries: row.tries,
    step: row.step,
    deleted: row.deleted,
    places: row.places,
    remaining: [...row.remaining],
    failure: row.failure,
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
