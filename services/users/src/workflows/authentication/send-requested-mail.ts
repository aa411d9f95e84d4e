import type { Transaction } from "@team-chat/pg";
import { failureLog } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { letterHead, letterLanguage } from "../../present/letter-head.ts";
import {
  maxListedOrganizations,
  organizationListLetter,
  passwordResetLetter,
} from "../../present/letters.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import {
  listMemberships,
  takeListRequests,
} from "../../queries/authentication/organization-lists.ts";
import { takeResetRequests } from "../../queries/authentication/password-resets.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { hasDirectoryPassword } from "./has-directory-password.ts";
import { issueResetLink } from "./issue-reset-link.ts";

const lookEveryMs = 2000;
const atOnce = 50;

/**
 * Sends, from now on, what people without a log-in have asked for to those who have an account: links to set a
 * password, and lists of their organizations. It is done apart from the requests, so that nobody learns from the time
 * that one takes whether there is an account (docs/behaviour/passwords.md#asking-for-a-link).
 */
export function sendRequestedMailRegularly(ctx: Context): PeriodicTask {
  return new PeriodicTask({
    everyMs: lookEveryMs,
    run: () => sendRequested(ctx),
    onError: failureLog(ctx.log, "sending e-mail that was asked for failed and is tried again"),
  });
}

async function sendRequested(ctx: Context): Promise<void> {
  const taken = await ctx.db.transaction(async (tx) => {
    const resets = await takeResetRequests(tx, atOnce);
    for (const { email, realmId } of resets) await sendLink(ctx, tx, { email, realmId });
    const lists = await takeListRequests(tx, atOnce);
    for (const email of lists) await sendList(ctx, tx, email);
    return resets.length + lists.length;
  });
  if (taken > 0) await ctx.mail.look();
}

async function sendLink(
  ctx: Context,
  tx: Transaction,
  { email, realmId }: { readonly email: string; readonly realmId: number },
): Promise<void> {
  const account = await findAccountByEmail(tx, realmId, email);
  if (account === null || !account.isActive || account.isBot) return;
  const realm = await loadRealm(tx, realmId);
  if (await hasDirectoryPassword(tx, realm, account.userId)) return;
  const url = await issueResetLink(ctx, tx, { account, realm });
  const head = letterHead(ctx.sites, realm, account);
  const letter = passwordResetLetter(head, { email: account.deliveryEmail, url });
  await insertMail(tx, realmId, { recipient: account.deliveryEmail, ...letter });
}

/** The e-mail is kept with the first of the organizations, since each belongs to one, and is in the language there. */
async function sendList({ sites }: Context, tx: Transaction, asked: string): Promise<void> {
  const memberships = await listMemberships(tx, asked, maxListedOrganizations + 1);
  const [first] = memberships;
  if (first === undefined) return;
  const organizations = memberships.map(({ name, ...site }) => ({
    name,
    url: sites.urlOf(site),
  }));
  const realm = await loadRealm(tx, first.realmId);
  const account = await findAccountByEmail(tx, first.realmId, first.email);
  const installation = { url: sites.urlOf(sites.root), language: letterLanguage(realm, account) };
  const letter = organizationListLetter(installation, { email: first.email, organizations });
  await insertMail(tx, first.realmId, { recipient: first.email, ...letter });
}
