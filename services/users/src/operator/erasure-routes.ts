import * as contract from "@team-chat/contract";

import { type ErasureRow, listErasureRows } from "../queries/accounts/erasures.ts";
import { askForErasure } from "../workflows/erasures/ask-for-erasure.ts";
import { loadOrganization } from "./load-organization.ts";
import { type OperatorRoute, route } from "./operator-route.ts";

const secondOf = (time: Date) => Math.floor(time.getTime() / 1000);

function presentErasure(row: ErasureRow): contract.OperatorErasure {
  return {
    user_id: row.userId,
    asked_with_key: row.askedKey,
    messages: row.messages,
    state: row.state,
    asked_at: secondOf(row.requestedAt),
    finished_at: row.finishedAt && secondOf(row.finishedAt),
    tries: row.tries,
    step: row.step,
    deleted: row.deleted,
    places: row.places,
    remaining: row.remaining,
    exports: row.exports.map(({ keptUntil, ...rest }) => ({ ...rest, kept_until: keptUntil })),
    failure: row.failure,
  };
}

/** Erasing people (docs/erasure.md). */
export const erasureRoutes: readonly OperatorRoute[] = [
  route(contract.erasePerson, async ({ ctx, input, keyName: key, realmId }) => {
    await loadOrganization(ctx, realmId);
    return { erasure: presentErasure(await askForErasure(ctx, { ...input, realmId, key })) };
  }),
  route(contract.getErasures, async ({ ctx, input, realmId }) => {
    await loadOrganization(ctx, realmId);
    const rows = await listErasureRows(ctx.db, { ...input, realmId });
    return { erasures: rows.map(presentErasure) };
  }),
];
