import type { getSamlMetadata as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../../context.ts";
import { loadRealm } from "../../../queries/organization/realms.ts";
import { findSamlPeer } from "../../../workflows/authentication/find-saml-peer.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Describes an organization to a provider that speaks SAML (docs/behaviour/single-sign-on.md#saml). */
export async function getSamlMetadata(
  ctx: Context,
  _: Identity,
  { providerId, realmId }: Input,
): Promise<Output> {
  const realm = await loadRealm(ctx.db, realmId);
  return { xml: await ctx.signIns.saml.metadata(findSamlPeer(ctx, realm, providerId)) };
}
