import type { Context } from "../../context.ts";
import {
  deleteToken,
  replaceToken,
  type TokenRef,
  upsertToken,
} from "../../queries/calls/call-tokens.ts";
import { changeOwn, type OwnChange } from "../change-own.ts";

/** Keeps what the user has given us for a provider, and tells the user's clients. */
export async function keepCallToken(ctx: Context, ref: TokenRef, sealed: string): Promise<void> {
  await changeToken(ctx, ref, async ({ tx, tell }) => {
    await upsertToken(tx, ref, sealed);
    tell({ type: `has_${ref.provider}_token`, value: true });
  });
}

/** Keeps a newer token of the same user, unless the older one has gone meanwhile; nobody need know. */
export async function renewCallToken(
  ctx: Context,
  ref: TokenRef,
  tokens: { readonly older: string; readonly newer: string },
): Promise<void> {
  await changeToken(ctx, ref, ({ tx }) => replaceToken(tx, ref, tokens));
}

/** Forgets the token, with `sealed` only if it is still that one, and tells the user's clients. */
export async function forgetCallToken(
  ctx: Context,
  ref: TokenRef,
  sealed: string | null,
): Promise<void> {
  await changeToken(ctx, ref, async ({ tx, tell }) => {
    if (await deleteToken(tx, ref, sealed))
      tell({ type: `has_${ref.provider}_token`, value: false });
  });
}

function changeToken(
  ctx: Context,
  { realmId, userId }: TokenRef,
  work: (change: OwnChange) => Promise<void>,
): Promise<void> {
  return changeOwn(ctx, { realm: { id: realmId }, userId }, work);
}
