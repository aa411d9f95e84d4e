import * as contract from "@team-chat/contract";

import { presentDestination } from "../present/audit/destination.ts";
import { listDestinationRows } from "../queries/audit/destinations.ts";
import { loadRealm } from "../queries/organization/realms.ts";
import { addDestination, removeDestination } from "../workflows/audit/change-destinations.ts";
import { loadOrganization } from "./load-organization.ts";
import { type OperatorRoute, route } from "./operator-route.ts";

/** Lets every key with the scope of the operation. */
const check = () => Promise.resolve();

export const auditRoutes: readonly OperatorRoute[] = [
  route(contract.getAuditDestinations, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    const rows = await listDestinationRows(ctx.db, realmId);
    return { destinations: rows.map((row) => presentDestination(realmId, row)) };
  }),
  route(contract.addAuditDestination, async ({ ctx, input: given, realmId }) => {
    await loadOrganization(ctx, realmId);
    return addDestination(ctx, await loadRealm(ctx.db, realmId), { given, check });
  }),
  route(
    contract.removeAuditDestination,
    async ({ ctx, input: { destination_id: id }, realmId }) => {
      await loadOrganization(ctx, realmId);
      await removeDestination(ctx, await loadRealm(ctx.db, realmId), { id, check });
      return {};
    },
  ),
];
