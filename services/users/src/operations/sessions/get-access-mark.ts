import type { getAccessMark as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { oldestUse } from "../../policies/authentication/sessions.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { hasNamedKey } from "../../queries/authentication/named-keys.ts";
import { hasSession } from "../../queries/authentication/sessions.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

const markDigits = 32;

/**
 * Tells what a session, or an account's key, is known by, so that what was given to whoever had it ends with it. The
 * key cannot be found from its mark, which is a part of its hash.
 */
export async function getAccessMark(
  ctx: Context,
  _: Identity,
  { keyId = null, realmId, sessionId, userId }: Input,
): Promise<Output> {
  const own = { realmId, userId };
  if (keyId !== null) {
    const isGood = await hasNamedKey(ctx.db, { ...own, keyId }, new Date(ctx.now()));
    return { mark: isGood ? `named key ${keyId}` : null };
  }
  if (sessionId === null) {
    const hash = keyHash(await loadApiKey(ctx.db, own)).toString("hex");
    return { mark: `key ${hash.slice(0, markDigits)}` };
  }
  const isOpen = await hasSession(ctx.db, { ...own, sessionId }, oldestUse(ctx.now()));
  return { mark: isOpen ? `session ${sessionId}` : null };
}
