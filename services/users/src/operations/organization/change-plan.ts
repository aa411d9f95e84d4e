import { isDeepStrictEqual } from "node:util";

import { type changePlan as contract, planTypes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import {
  findRealmBySubdomain,
  loadRealm,
  updateRealmPlan,
} from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitRealmValue } from "../../workflows/events/emit-realm.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Changes what an organization may have; its clients are told of another plan. Repeating it changes nothing. */
export async function changePlan(ctx: Context, identity: Identity, input: Input): Promise<Output> {
  checkOperator(identity);
  const found = await findRealmBySubdomain(ctx.db, input.subdomain);
  if (found === null)
    throw new AppError("BAD_REQUEST", `There is no organization '${input.subdomain}'.`);
  return changeRealm(ctx, found, async ({ tx, begin }) => {
    const before = await loadRealm(tx, found.id);
    const plan = input.plan ?? before.plan;
    const limits = changedLimits(before.limits, input.limits);
    const share = ctx.plans.shareOf({ plan, limits });
    if (plan === before.plan && isDeepStrictEqual(limits, before.limits)) return { plan, share };
    const change = await begin({});
    await updateRealmPlan(tx, { id: found.id, version: change.versions.version }, { plan, limits });
    if (plan !== before.plan) emitRealmValue(change, "plan_type", planTypes[plan]);
    return { plan, share };
  });
}

function changedLimits(before: object, change: Input["limits"]): Readonly<Record<string, unknown>> {
  const after = Object.entries({ ...before, ...change });
  return Object.fromEntries(after.filter(([, value]) => value !== "plan"));
}
