import type { AuditDestination } from "@team-chat/contract";

import type { DestinationRow } from "../../queries/audit/destinations.ts";
import { cursorOf } from "../../values/audit-positions.ts";

/** Shows where the audit log is sent to, without secrets. */
export function presentDestination(realmId: number, row: DestinationRow): AuditDestination {
  const { failingSince, hasAuthorization, id, lastFailure, lastSuccessAt, name, place, url } = row;
  return {
    id,
    name,
    url,
    has_authorization: hasAuthorization,
    state: stateOf(row),
    cursor: cursorOf(realmId, place),
    created_at: secondOf(row.createdAt),
    last_success_at: lastSuccessAt && secondOf(lastSuccessAt),
    failing_since: failingSince && secondOf(failingSince),
    last_failure: lastFailure,
  };
}

function stateOf({ failingSince, isPaused }: DestinationRow): AuditDestination["state"] {
  if (isPaused) return "paused";
  return failingSince === null ? "working" : "failing";
}

function secondOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
