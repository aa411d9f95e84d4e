import type { requestCreation as contract } from "@team-chat/contract";
import { findLanguage } from "@team-chat/html";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { isEmailAddress } from "../../policies/accounts/names.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { checkSubdomain, wrong } from "../../policies/organization/check-subdomain.ts";
import { creationMs } from "../../policies/organization/creation.ts";
import {
  checkedOrganizationName,
  checkedOwnerName,
} from "../../policies/organization/new-organization.ts";
import { creationLetter } from "../../present/letters.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import { insertCreation, isSubdomainTaken } from "../../queries/organization/creations.ts";
import { checkMayCreate } from "../../workflows/creation/check-may-create.ts";

/** Realm id of e-mail about an organization that does not exist yet. */
const noRealm = 0;

/**
 * Has a link sent with which somebody creates an organization (docs/behaviour/organization.md#creating-one-on-a-page).
 */
export async function requestCreation(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const invitationHash = await checkMayCreate(ctx, input.invitation);
  const wanted = checked(input);
  const { name, subdomain } = wanted;
  if (await isSubdomainTaken(ctx.db, subdomain))
    throw wrong("subdomain", `The subdomain '${subdomain}' is taken.`);
  const token = newKey();
  const nowMs = ctx.now();
  const times = { now: new Date(nowMs), expiresAt: new Date(nowMs + creationMs) };
  const root = ctx.sites.urlOf(ctx.sites.root);
  const language = findLanguage(input.language) ?? "en";
  const letter = creationLetter(
    { url: root, language },
    {
      name,
      address: ctx.sites.urlOf({ subdomain, mainDomain: "" }),
      url: `${root}/new/confirm/${token}`,
    },
  );
  await ctx.db.transaction(async (tx) => {
    await insertCreation(tx, { ...wanted, ...times, tokenHash: keyHash(token), invitationHash });
    await insertMail(tx, noRealm, { recipient: wanted.email, ...letter });
  });
  await ctx.mail.look();
  return {};
}

/** Returns what is wanted, as it will be kept. @throws BAD_REQUEST */
function checked(input: z.output<typeof contract.input>) {
  const subdomain = input.subdomain.trim().toLowerCase();
  if (subdomain === "") throw wrong("subdomain", "Give the organization an address.");
  checkSubdomain({ subdomain, allowReserved: false });
  const name = checkedOrganizationName(input.name);
  const fullName = checkedOwnerName(input.fullName);
  const email = input.email.trim();
  if (!isEmailAddress(email)) throw wrong("owner.email", `'${email}' is not an e-mail address.`);
  return { subdomain, name, fullName, email };
}
