import type { RealmSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { isEmailAddress } from "../accounts/names.ts";
import { checkNotBlocked } from "./block-list.ts";

const maxDomainLength = 255;

/** Returns a domain in lower case. @throws BAD_REQUEST saying what is wrong with it */
export function checkedDomain(given: string): string {
  const domain = given.trim().toLowerCase();
  if (domain === "") throw wrong("Domain can't be empty.");
  if (!domain.includes(".")) throw wrong("Domain must have at least one dot (.)");
  if (domain.length > maxDomainLength) throw wrong("Domain is too long");
  if (domain.startsWith(".") || domain.endsWith("."))
    throw wrong("Domain cannot start or end with a dot (.)");
  for (const label of domain.split(".")) {
    if (label === "") throw wrong("Consecutive '.' are not allowed.");
    if (label.startsWith("-") || label.endsWith("-"))
      throw wrong("Subdomains cannot start or end with a '-'.");
    if (!/^[a-z\d-]+$/.test(label))
      throw wrong("Domain can only have letters, numbers, '.' and '-'s.");
  }
  return domain;
}

/** Returns an address or a domain in lower case. @throws BAD_REQUEST saying what is wrong with it */
export function checkedPattern(given: string): string {
  const pattern = given.trim().toLowerCase();
  if (!pattern.includes("@")) return checkedDomain(pattern);
  if (!isEmailAddress(pattern)) throw new AppError("BAD_REQUEST", "Invalid address.");
  return pattern;
}

function wrong(text: string): AppError {
  return new AppError("BAD_REQUEST", `Invalid domain: ${text}`);
}

/** Refuses a domain that the organization does not have. */
export function unknownDomain(domain: string): AppError {
  return new AppError("BAD_REQUEST", `No entry found for domain ${domain}.`);
}

/** Some that give anybody an address for minutes; others cannot be told from real ones. */
const throwAway: ReadonlySet<string> = new Set([
  "10minutemail.com",
  "dispostable.com",
  "getnada.com",
  "guerrillamail.com",
  "mailinator.com",
  "maildrop.cc",
  "sharklasers.com",
  "temp-mail.org",
  "tempmail.com",
  "throwawaymail.com",
  "trashmail.com",
  "yopmail.com",
]);

/** Rules by which addresses may join. */
export interface JoinRules {
  readonly settings: Pick<
    RealmSettings,
    "emails_restricted_to_domains" | "disallow_disposable_email_addresses"
  >;
  readonly domains: readonly { readonly domain: string; readonly allowSubdomains: boolean }[];
  /** Patterns of the block list that may be of the address. */
  readonly blocked: ReadonlySet<string>;
}

/**
 * Checks that an address may join (docs/behaviour/organization.md#domains, docs/behaviour/organization.md#block-list).
 * @throws BAD_REQUEST
 */
export function checkAddressAllowed(
  email: string,
  { blocked, domains, settings }: JoinRules,
): void {
  checkNotBlocked(email, blocked);
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!settings.emails_restricted_to_domains) {
    if (settings.disallow_disposable_email_addresses && throwAway.has(domain)) {
      throw new AppError(
        "BAD_REQUEST",
        "Disposable email addresses are not allowed in this organization",
      );
    }
    return;
  }
  if (email.slice(0, email.lastIndexOf("@")).includes("+"))
    throw new AppError("BAD_REQUEST", "Email addresses containing + are not allowed.");
  const isAllowed = domains.some(
    (one) => one.domain === domain || (one.allowSubdomains && domain.endsWith(`.${one.domain}`)),
  );
  if (!isAllowed)
    throw new AppError("BAD_REQUEST", `Email '${email}' not allowed in this organization`);
}
