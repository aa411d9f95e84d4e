import type { deactivateRealm as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { findRealmBySubdomain, updateRealmDeactivated } from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

type Input = z.output<typeof contract.input>;

/** Locks everybody out of an organization at once; its clients are told. Repeating it changes nothing. */
export async function deactivateRealm(
  ctx: Context,
  identity: Identity,
  { reason, subdomain }: Input,
): Promise<Record<string, never>> {
  checkOperator(identity);
  const found = await findRealmBySubdomain(ctx.db, subdomain);
  if (found === null) throw new AppError("BAD_REQUEST", `There is no organization '${subdomain}'.`);
  if (found.deactivated) return {};
  await changeRealm(ctx, found, async ({ begin }) => {
    const { tx, emit, versions } = await begin({ reset: true });
    const { version } = versions;
    await updateRealmDeactivated(tx, { id: found.id, version, deactivated: true, reason });
    emit({
      audience: { to: "everyone" },
      event: { type: "realm", op: "deactivated", realm_id: found.id },
    });
  });
  return {};
}
