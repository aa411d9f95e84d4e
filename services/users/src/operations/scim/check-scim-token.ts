import type { checkScimToken as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { findToken, updateUse } from "../../queries/scim/tokens.ts";

/** Shortest time from one note that a token was used to the next, in ms. */
const noteEveryMs = 60_000;

/** Tells whose token it is, and notes once a minute that it was used. @throws UNAUTHORIZED */
export async function checkScimToken(
  ctx: Context,
  _: Identity,
  { realmId, token }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const found = await findToken(ctx.db, realmId, keyHash(token));
  if (found === null) throw new AppError("UNAUTHORIZED", "This needs a token for SCIM.");
  const { id, name, usedAt } = found;
  const now = ctx.now();
  if (usedAt === null || now - usedAt.getTime() >= noteEveryMs)
    await updateUse(ctx.db, realmId, { id, now: new Date(now) });
  return { id, name };
}
