import { maxScimTokenName } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { deleteToken, insertToken, listTokenRows } from "../../queries/scim/tokens.ts";
import { changeRealm } from "../change-realm.ts";

type Site = Parameters<typeof changeRealm>[1];
/** Refuses whoever may not change tokens. */
type Check = (tx: Transaction) => Promise<void>;

/** Makes a token for SCIM, and returns what is shown this once. @throws BAD_REQUEST, and what the check throws */
export function addScimToken(
  ctx: Context,
  realm: Site,
  { check, name: given }: { readonly name: string; readonly check: Check },
): Promise<{ readonly id: number; readonly token: string }> {
  const token = newKey();
  return changeRealm(ctx, realm, async ({ begin, tx }) => {
    await check(tx);
    const name = given.trim();
    if (name === "" || [...name].length > maxScimTokenName) {
      const form = `The name of a token has 1 to ${maxScimTokenName} characters.`;
      throw new AppError("BAD_REQUEST", form);
    }
    checkRoom("scimTokens", (await listTokenRows(tx, realm.id)).length);
    const { nowMs } = await begin({});
    const hash = keyHash(token);
    const id = await insertToken(tx, realm.id, { name, hash, now: new Date(nowMs) });
    if (id === null) throw new AppError("BAD_REQUEST", "There is a token of this name already.");
    return { id, token };
  });
}

/** Ends a token for SCIM: its next request is refused. @throws BAD_REQUEST, and what the check throws */
export async function removeScimToken(
  ctx: Context,
  realm: Site,
  { check, id }: { readonly id: number; readonly check: Check },
): Promise<void> {
  await changeRealm(ctx, realm, async ({ begin, tx }) => {
    await check(tx);
    if (!(await deleteToken(tx, realm.id, id)))
      throw new AppError("BAD_REQUEST", "There is no such token.");
    await begin({});
  });
}
