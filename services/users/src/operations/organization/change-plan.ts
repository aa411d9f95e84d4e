import { isDeepStrictEqual } from "node:util";

import {
  type changePlan as contract,
  type LimitsChange,
  type OrganizationLimits,
  planTypes,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { checkQuotaCovers } from "@team-chat/policy";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import type { Planned } from "../../policies/organization/plans.ts";
import { countAccounts } from "../../queries/accounts/account-days.ts";
import {
  findRealmBySubdomain,
  loadRealm,
  updateRealmPlan,
} from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { emitRealmData, emitRealmValue } from "../../workflows/events/emit-realm.ts";
import { loadUseElsewhere } from "../../workflows/organization/load-use-elsewhere.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/**
 * Changes what an organization may have; its clients are told of another plan and of limits that they know. Repeating
 * it changes nothing. @throws BAD_REQUEST
 */
export async function changePlan(ctx: Context, identity: Identity, input: Input): Promise<Output> {
  checkOperator(identity);
  const found = await findRealmBySubdomain(ctx.db, input.subdomain);
  if (found === null)
    throw new AppError("BAD_REQUEST", `There is no organization '${input.subdomain}'.`);
  const elsewhere = limitsOthers(input) ? await loadUseElsewhere(ctx, found.id) : nothing;
  return changeRealm(ctx, found, async ({ tx, begin }) => {
    const before = await loadRealm(tx, found.id);
    const wanted: Planned = {
      plan: input.plan ?? before.plan,
      limits: changedLimits(before.limits, input.limits),
    };
    const [old, limits] = [ctx.plans.limitsOf(before), ctx.plans.limitsOf(wanted)];
    const { plan } = wanted;
    const answer = { plan, share: ctx.plans.shareOf(wanted), limits };
    if (plan === before.plan && isDeepStrictEqual(wanted.limits, before.limits)) return answer;
    if (!input.force)
      checkCovered({ old, limits }, { ...elsewhere, ...(await countAccounts(tx, found.id)) });
    const change = await begin({});
    await updateRealmPlan(tx, { id: found.id, version: change.versions.version }, wanted);
    if (plan !== before.plan) emitRealmValue(change, "plan_type", planTypes[plan]);
    const announced = announcedLimits(limits);
    if (!isDeepStrictEqual(announced, announcedLimits(old))) emitRealmData(change, announced);
    return answer;
  });
}

const nothing = { channels: 0, storedMib: 0 };

/** Tells whether the change may lower a limit of what other services count. */
function limitsOthers({ force, limits, plan }: Input): boolean {
  const changed = [plan, limits.channels, limits.storedMib];
  return !force && changed.some((value) => value !== undefined);
}

function changedLimits(before: object, change: LimitsChange): Readonly<Record<string, unknown>> {
  const after = Object.entries({ ...before, ...change });
  return Object.fromEntries(after.filter(([, value]) => value !== "plan"));
}

/** Limits that clients know. */
function announcedLimits({ storedMib, uploadMib }: OrganizationLimits) {
  return { upload_quota_mib: storedMib, max_file_upload_size_mib: uploadMib };
}

/** Of these there is a number that stays; the others limit what comes in a time. */
const kept = ["people", "guests", "bots", "outgoingWebhooks", "channels", "storedMib"] as const;

/** Refuses limits that are lowered below what there is. @throws BAD_REQUEST */
function checkCovered(
  { limits, old }: { readonly old: OrganizationLimits; readonly limits: OrganizationLimits },
  used: Readonly<Record<(typeof kept)[number], number>>,
): void {
  for (const of of kept)
    if (limits[of] !== old[of]) checkQuotaCovers(of, { most: limits[of], used: used[of] });
}
