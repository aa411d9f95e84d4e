import { type RegisterRequest, registerOperations } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { EventsContext } from "../context.ts";

/** The initial data of all services. */
export interface InitialData {
  /** `pg_current_snapshot()` by service. */
  readonly snapshots: Readonly<Record<string, string>>;
  /** JSON texts by key of the register answer. */
  readonly sections: ReadonlyMap<string, string>;
}

/** Asks every owning service at once for its sections, each cut at its own snapshot. @throws SERVICE_UNAVAILABLE */
export async function loadInitialData(
  ctx: EventsContext,
  caller: Caller,
  request: RegisterRequest,
): Promise<InitialData> {
  const parts = await Promise.all(
    Object.entries(registerOperations).map(async ([service, operation]) => {
      const pool = ctx.peers[service as keyof typeof registerOperations];
      return {
        service,
        part: await pool.call(operation, caller, request, { realmId: caller.realm.id }),
      };
    }),
  );
  return {
    snapshots: Object.fromEntries(parts.map(({ service, part }) => [service, part.snapshot])),
    sections: new Map(parts.flatMap(({ part }) => Object.entries(part.sections))),
  };
}
