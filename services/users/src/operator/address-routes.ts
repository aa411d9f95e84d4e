import * as contract from "@team-chat/contract";

import type { Context } from "../context.ts";
import { presentAddresses } from "../present/addresses.ts";
import { listAddressRows } from "../queries/organization/addresses.ts";
import { loadRealm } from "../queries/organization/realms.ts";
import {
  addDomain,
  chooseMainAddress,
  proveDomain,
  removeAddress,
} from "../workflows/addresses/own-domains.ts";
import { renameOrganization } from "../workflows/addresses/rename-organization.ts";
import { loadOrganization } from "./load-organization.ts";
import { type OperatorRoute, route } from "./operator-route.ts";

/** Changes an organization that there is, and shows it then. @throws NOT_FOUND, and what `change` throws */
async function changed(ctx: Context, realmId: number, change: () => Promise<void>) {
  await loadOrganization(ctx, realmId);
  await change();
  return loadOrganization(ctx, realmId);
}

/** Routes of what leads to an organization (docs/hosting.md#addresses). */
export const addressRoutes: readonly OperatorRoute[] = [
  route(contract.renameOrganization, ({ ctx, input, realmId }) =>
    changed(ctx, realmId, () => renameOrganization(ctx, realmId, input)),
  ),
  route(contract.getAddresses, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    const rows = await listAddressRows(ctx.db, realmId);
    return { addresses: presentAddresses(ctx.sites, await loadRealm(ctx.db, realmId), rows) };
  }),
  route(contract.addDomain, ({ ctx, input: { domain }, realmId }) =>
    changed(ctx, realmId, () => addDomain(ctx, realmId, domain)),
  ),
  route(contract.proveDomain, ({ ctx, input: { domain }, realmId }) =>
    changed(ctx, realmId, () => proveDomain(ctx, realmId, domain)),
  ),
  route(contract.chooseMainAddress, ({ ctx, input: { address }, realmId }) =>
    changed(ctx, realmId, () => chooseMainAddress(ctx, realmId, address)),
  ),
  route(contract.removeAddress, ({ ctx, input: { address }, realmId }) =>
    changed(ctx, realmId, () => removeAddress(ctx, realmId, address)),
  ),
];
