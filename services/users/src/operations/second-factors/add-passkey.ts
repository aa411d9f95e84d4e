import type { addPasskey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import {
  checkPasskeyNameFree,
  checkPasskeyNew,
  checkPasskeyRoom,
  passkeyRefused,
} from "../../policies/second-factors/passkeys.ts";
import { passkeySite, readMade } from "../../policies/second-factors/verify-passkey.ts";
import { insertPasskey, listPasskeys } from "../../queries/second-factors/passkeys.ts";
import { countRecoveryCodes } from "../../queries/second-factors/second-factors.ts";
import { changeFactors } from "../../workflows/second-factors/change-factors.ts";
import { loadOwnSession } from "../../workflows/second-factors/load-own-session.ts";
import { openChallenge, takeChallenge } from "../../workflows/second-factors/passkey-challenges.ts";

/**
 * Makes a passkey a second factor (docs/behaviour/second-factors.md#passkeys). That the person has confirmed it is
 * shown by the challenge, which nobody else is given.
 */
export async function addPasskey(
  ctx: Context,
  _: Identity,
  { realmId, response, sealedChallenge, token }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadOwnSession(ctx, { realmId, token });
  const { own, realm } = session;
  const madeFor = keyHash(token).toString("hex");
  const challenge = await openChallenge(ctx, sealedChallenge, { realmId, purpose: "add", madeFor });
  if (challenge?.purpose !== "add") throw passkeyRefused("stale");
  const site = passkeySite(ctx.sites.urlOf(realm));
  const made = await readMade({ response, challenge: challenge.challenge, site });
  if (made === null) throw passkeyRefused("unverified");
  const nowMs = ctx.now();
  const { name } = challenge;
  const passkey = { ...made, name, host: site.host, now: new Date(nowMs) };
  return changeFactors(ctx, session, async ({ renewCodes, tellByMail, tx }) => {
    if (!(await takeChallenge(tx, challenge, nowMs))) throw passkeyRefused("stale");
    const others = await listPasskeys(tx, own);
    checkPasskeyRoom(others.length);
    checkPasskeyNameFree(name, others);
    checkPasskeyNew(await insertPasskey(tx, own, passkey));
    await tellByMail("passkeyAdded", { passkey: name });
    const hasCodes = (await countRecoveryCodes(tx, own)) > 0;
    return { recoveryCodes: hasCodes ? [] : await renewCodes() };
  });
}
