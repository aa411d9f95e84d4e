import type { listRealms as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { listRealmRows } from "../../queries/organization/listed-realms.ts";

/** Lists all organizations, by id. */
export async function listRealms(
  ctx: Context,
  identity: Identity,
): Promise<z.input<typeof contract.output>> {
  checkOperator(identity);
  const rows = await listRealmRows(ctx.db);
  return {
    realms: rows.map(({ id, subdomain, mainDomain, name, deactivated, activeUsers }) => ({
      id,
      subdomain,
      url: ctx.sites.urlOf({ subdomain, mainDomain }),
      name,
      deactivated,
      activeUsers,
    })),
  };
}
