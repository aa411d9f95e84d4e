import type { receiveSamlResponse as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../../context.ts";
import { keyHash, newKey } from "../../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../../policies/authentication/login.ts";
import {
  checkAssertion,
  checkBegun,
  claimsOf,
  type SamlVouching,
} from "../../../policies/authentication/saml-messages.ts";
import { loadRealm } from "../../../queries/organization/realms.ts";
import { findSamlPeer } from "../../../workflows/authentication/find-saml-peer.ts";
import { notedSignIn } from "../../../workflows/authentication/note-sign-in.ts";
import { noteSamlMessage, readSaml } from "../../../workflows/authentication/receive-saml.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Checks and keeps what a provider says in SAML of somebody (docs/behaviour/single-sign-on.md#saml). */
export function receiveSamlResponse(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const tried = { realmId: input.realmId, method: "saml" } as const;
  return notedSignIn(ctx, tried, () => receive(ctx, input));
}

async function receive(
  ctx: Context,
  { providerId, realmId, relayState, response }: Input,
): Promise<Output> {
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const peer = findSamlPeer(ctx, realm, providerId);
  const { addresses, provider } = peer;
  const { assertion, attributes, requestId } = await readSaml(ctx, { realmId, peer }, async () => {
    const said = await ctx.signIns.saml.read(peer, response);
    const around = { ...said.around.$, issuer: said.around.Issuer?.[0] };
    const heard = {
      issuer: provider.issuer,
      address: addresses.receiveUrl,
      nowMs: ctx.now(),
    };
    return { ...said, requestId: checkAssertion(said.assertion, around, heard) };
  });
  checkBegun(requestId, provider);
  const [name] = assertion.Subject[0].NameID;
  const vouching: SamlVouching = {
    realmId,
    requestId,
    next: relayState.slice(0, 1000),
    claims: claimsOf({ attributes, nameId: name._, named: provider.attributes }),
    session: {
      providerId,
      issuer: provider.issuer,
      nameId: name._,
      nameIdFormat: name.$.Format ?? null,
      sessionIndex: assertion.AuthnStatement[0]?.$.SessionIndex ?? null,
    },
  };
  const token = newKey();
  const kept = { tokenHash: keyHash(token), sealed: await ctx.signIns.texts.seal(vouching) };
  await noteSamlMessage(ctx, { realmId, peer, messageId: assertion.$.ID, kept });
  return { token };
}
