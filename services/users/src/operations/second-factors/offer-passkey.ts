import type { offerPasskey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import {
  checkedPasskeyName,
  checkPasskeyNameFree,
  checkPasskeyRoom,
} from "../../policies/second-factors/passkeys.ts";
import { creationOptions, passkeySite } from "../../policies/second-factors/verify-passkey.ts";
import { listPasskeys } from "../../queries/second-factors/passkeys.ts";
import { loadConfirmedSession } from "../../workflows/second-factors/load-own-session.ts";
import { offerOf } from "../../workflows/second-factors/passkey-challenges.ts";

/** Begins to add a passkey (docs/behaviour/second-factors.md#passkeys). */
export async function offerPasskey(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const { realmId, token } = input;
  const { account, own, realm } = await loadConfirmedSession(ctx, input);
  const name = checkedPasskeyName(input.name);
  const passkeys = await listPasskeys(ctx.db, own);
  checkPasskeyRoom(passkeys.length);
  checkPasskeyNameFree(name, passkeys);
  const asker = { ...own, email: account.deliveryEmail, realm: realm.name, passkeys };
  const options = await creationOptions(passkeySite(ctx.sites.urlOf(realm)), asker);
  const madeFor = keyHash(token).toString("hex");
  return offerOf(ctx, options, { realmId, purpose: "add", madeFor, name });
}
