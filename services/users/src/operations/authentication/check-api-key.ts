import { botTypes, type checkApiKey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { isOverdue } from "../../policies/second-factors/requirement.ts";
import { findKeyOwner } from "../../queries/authentication/credentials.ts";
import { findDeadline } from "../../workflows/second-factors/find-deadline.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/**
 * Tells whether address and key are those of one active account of the organization
 * (docs/behaviour/api.md#authentication).
 */
export async function checkApiKey(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const owner = await findKeyOwner(ctx.db, keyHash(input.apiKey));
  const email = input.email.trim().toLowerCase();
  if (owner === null || owner.deliveryEmail.toLowerCase() !== email)
    return { valid: false, reason: "unknown" };
  if (owner.realmId !== input.realmId) return { valid: false, reason: "other_realm" };
  if (!owner.isActive) return { valid: false, reason: "user_deactivated" };
  if (owner.realmDeactivated) return { valid: false, reason: "realm_deactivated" };
  const { userId, role, isBot, botType, rateLimits } = owner;
  const deadline = isBot ? null : await findDeadline(ctx.db, { realmId: input.realmId, userId });
  const nowMs = ctx.now();
  if (isOverdue(deadline, nowMs)) return { valid: false, reason: "unknown", lacksFactor: true };
  const isIncomingWebhook = botType === botTypes.incomingWebhook;
  return {
    valid: true,
    userId,
    role,
    isBot,
    isIncomingWebhook,
    rateLimits,
    ...(deadline === null ? {} : { validForMs: deadline - nowMs }),
  };
}
