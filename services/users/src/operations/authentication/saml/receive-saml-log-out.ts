import type { receiveSamlLogOut as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../../context.ts";
import type { LogOutRequest } from "../../../domain/sign-in/saml/documents.ts";
import type { SamlPeer } from "../../../domain/sign-in/saml/saml.ts";
import {
  checkLogOutRequest,
  checkLogsOut,
  identityIssuer,
} from "../../../policies/authentication/saml-messages.ts";
import { findExternalOwner } from "../../../queries/authentication/external-identities.ts";
import { deleteSamlSessions } from "../../../queries/authentication/saml-messages.ts";
import { loadRealm, type RealmRow } from "../../../queries/organization/realms.ts";
import { deleteHalfSignIns } from "../../../queries/second-factors/half-sign-ins.ts";
import { shutOut } from "../../../workflows/authentication/end-sessions.ts";
import { findSamlPeer } from "../../../workflows/authentication/find-saml-peer.ts";
import { noteSamlMessage, readSaml } from "../../../workflows/authentication/receive-saml.ts";
import { changeRealm } from "../../../workflows/change-realm.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Ends the sessions that a provider asks to end (docs/behaviour/single-sign-on.md#logging-out-of-saml). */
export async function receiveSamlLogOut(
  ctx: Context,
  _: Identity,
  { message, providerId, realmId }: Input,
): Promise<Output> {
  const realm = await loadRealm(ctx.db, realmId);
  const peer = findSamlPeer(ctx, realm, providerId);
  checkLogsOut(peer.provider);
  const request = await readSaml(ctx, { realmId, peer }, async () => {
    const read = await readRequest(ctx, peer, message);
    const { issuer } = peer.provider;
    checkLogOutRequest(read, { issuer, address: peer.addresses.logOutUrl, nowMs: ctx.now() });
    return read;
  });
  await noteSamlMessage(ctx, { realmId, peer, messageId: request.$.ID, kept: null });
  await endSamlSessions(ctx, realm, request);
  const relayState =
    message.binding === "post"
      ? message.relayState
      : (new URLSearchParams(message.query).get("RelayState") ?? "");
  return { url: await ctx.signIns.saml.logOutAnswerUrl(peer, request, relayState) };
}

function readRequest(
  { signIns: { saml } }: Context,
  peer: SamlPeer,
  message: Input["message"],
): Promise<LogOutRequest> {
  return message.binding === "post"
    ? saml.readLogOutForm(peer, message.request)
    : saml.readLogOutQuery(peer, message.query);
}

async function endSamlSessions(
  ctx: Context,
  realm: RealmRow,
  { Issuer: [issuer], NameID: [name], SessionIndex: indexes }: LogOutRequest,
): Promise<void> {
  const realmId = realm.id;
  const subject = name._;
  await changeRealm(ctx, realm, async ({ begin, tx }) => {
    const identity = { issuer: identityIssuer(issuer), subject };
    const userId = await findExternalOwner(tx, realmId, identity);
    if (userId === null) return;
    await deleteHalfSignIns(tx, { realmId, userId });
    const at = { realmId, userId, issuer, nameId: subject, indexes };
    if (await deleteSamlSessions(tx, at)) await shutOut(await begin({ auth: true }), userId);
  });
}
