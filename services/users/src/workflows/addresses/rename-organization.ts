// See docs/adr/0035-addresses-of-organizations.md.
import type { renameOrganization as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkSubdomain } from "../../policies/organization/check-subdomain.ts";
import {
  deleteAddress,
  insertAddress,
  leadsElsewhere,
  lockSubdomain,
  updateSubdomain,
} from "../../queries/organization/addresses.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { changeRealm } from "../change-realm.ts";
import { checkStays } from "../deletions/schedule-deletion.ts";
import { checkRoom, endQueues } from "./own-domains.ts";

/**
 * Gives an organization another subdomain; the one before goes on to lead to it, and no other organization gets it.
 * Queues end, because everybody's API e-mail address changes. Repeating it changes nothing. @throws BAD_REQUEST
 */
export async function renameOrganization(
  ctx: Context,
  realmId: number,
  input: z.output<typeof contract.input>,
): Promise<void> {
  const { allow_reserved: allowReserved, subdomain } = input;
  checkSubdomain({ allowReserved, subdomain });
  await changeRealm(ctx, await loadRealm(ctx.db, realmId), async ({ begin, tx }) => {
    const { subdomain: before } = await loadRealm(tx, realmId);
    if (before === subdomain) return;
    await checkStays(tx, realmId);
    checkConfigured(ctx, before, subdomain);
    // In one order, so that two renames never wait for each other.
    for (const one of [before, subdomain].toSorted()) await lockSubdomain(tx, one);
    if (await leadsElsewhere(tx, realmId, subdomain)) throw taken(subdomain);
    const change = await begin({});
    await deleteAddress(tx, realmId, subdomain);
    await checkRoom(tx, realmId);
    await insertAddress(tx, realmId, { address: before, token: "", isProven: true });
    const { version } = change.versions;
    if (!(await updateSubdomain(tx, { id: realmId, version }, subdomain))) throw taken(subdomain);
    endQueues(change);
  });
}

function taken(subdomain: string): AppError {
  return new AppError("BAD_REQUEST", `The subdomain '${subdomain}' is taken.`, {
    details: { field: "subdomain" },
  });
}

/** Refuses a name without the ways to log in that the configuration gives to the one before. */
function checkConfigured({ jwtKeys, signIns }: Context, before: string, after: string): void {
  const isLeftOut = (variable: string) =>
    new AppError(
      "BAD_REQUEST",
      `${variable} names the organization '${before}': add '${after}' there first.`,
    );
  if (Object.hasOwn(jwtKeys, before) && !Object.hasOwn(jwtKeys, after))
    throw isLeftOut("JWT_AUTH_KEYS");
  const isLost = ({ organizations }: { readonly organizations?: readonly string[] | undefined }) =>
    organizations?.includes(before) === true && !organizations.includes(after);
  if (signIns.providers.some(isLost)) throw isLeftOut("OPENID_PROVIDERS");
  if (signIns.samlProviders.some(isLost)) throw isLeftOut("SAML_PROVIDERS");
  if (signIns.remoteUser !== null && isLost(signIns.remoteUser)) throw isLeftOut("REMOTE_USER");
}
