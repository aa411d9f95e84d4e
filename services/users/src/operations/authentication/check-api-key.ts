import { botTypes, type checkApiKey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { seenStepMs } from "../../policies/authentication/sessions.ts";
import { isOverdue } from "../../policies/second-factors/requirement.ts";
import { findKeyOwner, type KeyOwner } from "../../queries/authentication/credentials.ts";
import {
  findNamedKeyOwner,
  type NamedKeyOwner,
  updateKeyUsed,
} from "../../queries/authentication/named-keys.ts";
import { findDeadline } from "../../workflows/second-factors/find-deadline.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;
type Refusal = Extract<Output, { valid: false }>;

/**
 * Tells whether address and key are those of one active account of the organization
 * (docs/behaviour/api.md#authentication), and what the key may be used for.
 */
export async function checkApiKey(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const hash = keyHash(input.apiKey);
  const owner = await findKeyOwner(ctx.db, hash);
  if (owner !== null) return admit(ctx, input, { owner, named: null });
  // Whoever goes by no scopes would let such a key do everything.
  const named = input.knowsScopes ? await findNamedKeyOwner(ctx.db, hash) : null;
  if (named === null) return { valid: false, reason: "unknown" };
  const answer = await admit(ctx, input, { owner: named, named });
  return answer.valid ? limited(ctx, named, answer) : answer;
}

interface KeyOfOwner {
  readonly owner: KeyOwner;
  /** Null for the key that every account has. */
  readonly named: NamedKeyOwner | null;
}

async function admit(ctx: Context, input: Input, { named, owner }: KeyOfOwner): Promise<Output> {
  const nowMs = ctx.now();
  const refusal = refusalOf(input, owner);
  if (refusal !== null) return refusal;
  const expiresAt = named?.expiresAt?.getTime() ?? Infinity;
  if (expiresAt <= nowMs) return { valid: false, reason: "unknown", hasExpired: true };
  const { userId, role, isBot, botType, rateLimits } = owner;
  const deadline = isBot ? null : await findDeadline(ctx.db, { realmId: input.realmId, userId });
  if (isOverdue(deadline, nowMs)) return { valid: false, reason: "unknown", lacksFactor: true };
  const isIncomingWebhook = botType === botTypes.incomingWebhook;
  const validUntil = Math.min(deadline ?? Infinity, expiresAt);
  return {
    valid: true,
    userId,
    role,
    isBot,
    isIncomingWebhook,
    rateLimits,
    ...(validUntil === Infinity ? {} : { validForMs: validUntil - nowMs }),
  };
}

function refusalOf({ email, realmId }: Input, owner: KeyOwner): Refusal | null {
  if (owner.deliveryEmail.toLowerCase() !== email.trim().toLowerCase())
    return { valid: false, reason: "unknown" };
  if (owner.realmId !== realmId) return { valid: false, reason: "other_realm" };
  if (!owner.isActive) return { valid: false, reason: "user_deactivated" };
  return owner.realmDeactivated ? { valid: false, reason: "realm_deactivated" } : null;
}

/** Adds what a key is limited to, and notes that it is used; gateways ask again once an hour. */
async function limited(
  ctx: Context,
  { channelIds, keyId, realmId, scopes, usedAt, userId }: NamedKeyOwner,
  answer: Extract<Output, { valid: true }>,
): Promise<Output> {
  const nowMs = ctx.now();
  if (nowMs - (usedAt?.getTime() ?? 0) >= seenStepMs)
    await updateKeyUsed(ctx.db, { realmId, userId, keyId }, new Date(nowMs));
  return { ...answer, key: { id: keyId, scopes, ...(channelIds === null ? {} : { channelIds }) } };
}
