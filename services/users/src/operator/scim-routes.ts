import * as contract from "@team-chat/contract";

import { presentScimToken } from "../present/scim/token.ts";
import { loadRealm } from "../queries/organization/realms.ts";
import { listTokenRows } from "../queries/scim/tokens.ts";
import { addScimToken, removeScimToken } from "../workflows/scim/change-tokens.ts";
import { loadOrganization } from "./load-organization.ts";
import { type OperatorRoute, route } from "./operator-route.ts";

/** Lets every key with the scope of the operation. */
const check = () => Promise.resolve();

export const scimRoutes: readonly OperatorRoute[] = [
  route(contract.getScimTokens, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    return { scim_tokens: (await listTokenRows(ctx.db, realmId)).map(presentScimToken) };
  }),
  route(contract.giveScimToken, async ({ ctx, input: { name }, realmId }) => {
    await loadOrganization(ctx, realmId);
    return addScimToken(ctx, await loadRealm(ctx.db, realmId), { name, check });
  }),
  route(contract.endScimToken, async ({ ctx, input: { token_id: id }, realmId }) => {
    await loadOrganization(ctx, realmId);
    await removeScimToken(ctx, await loadRealm(ctx.db, realmId), { id, check });
    return {};
  }),
];
