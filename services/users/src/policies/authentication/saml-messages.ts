import { AppError } from "@team-chat/errors";
import { z } from "zod";

import { providerClaims } from "../../domain/sign-in/openid-connect.ts";
import {
  type Assertion,
  clockSkewMs,
  type LogOutRequest,
  refused,
} from "../../domain/sign-in/saml/documents.ts";
import { samlSession } from "../../values/saml-settings.ts";

/** Longest time between a provider saying something and us hearing it. */
const maxAgeMs = 10 * 60 * 1000;

/** Time after which a message is too old in any case, so that its id need not be kept. */
export const messageKeptMs = maxAgeMs + 5 * clockSkewMs;

/** Time in which a browser fetches what was said of its user. */
export const responseMs = 2 * 60 * 1000;

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

interface Heard {
  /** Name of the provider. */
  readonly issuer: string;
  /** Address to which it had the browser go. */
  readonly address: string;
  readonly nowMs: number;
}

interface Around {
  readonly Destination?: string | undefined;
  readonly InResponseTo?: string | undefined;
  readonly issuer: string | undefined;
}

/**
 * Checks that an assertion, whose signature, audience and conditions are right, was made by the provider, for this
 * address, and just now. Returns the id of the request that it answers; null for none.
 * @throws AUTHENTICATION_FAILED
 */
export function checkAssertion(assertion: Assertion, around: Around, heard: Heard): string | null {
  const { address, issuer, nowMs } = heard;
  if (assertion.Issuer[0] !== issuer || (around.issuer ?? issuer) !== issuer)
    throw refused("another issuer");
  checkDestination(around.Destination, address);
  checkIssued(assertion.$.IssueInstant, nowMs);
  if (assertion.Subject[0].NameID[0].$.Format === transient)
    throw refused("a transient name, which tells nobody apart");
  const confirmed = assertion.Subject[0].SubjectConfirmation.flatMap((one) =>
    one.$.Method === bearer && one.SubjectConfirmationData !== undefined
      ? [one.SubjectConfirmationData[0].$]
      : [],
  ).find(
    ({ NotBefore: from, NotOnOrAfter: until, Recipient: recipient }) =>
      recipient === address &&
      until !== undefined &&
      timeOf(until) > nowMs - clockSkewMs &&
      (from === undefined || timeOf(from) <= nowMs + clockSkewMs),
  );
  if (confirmed === undefined) throw refused("for another recipient, or too late");
  const answered = confirmed.InResponseTo ?? null;
  if ((around.InResponseTo ?? answered) !== answered) throw refused("answers two requests");
  return answered;
}

/**
 * Checks that a request to log out, whose signature is right, was made by the provider, for this address and just now.
 * @throws AUTHENTICATION_FAILED
 */
export function checkLogOutRequest(request: LogOutRequest, heard: Heard): void {
  if (request.Issuer[0] !== heard.issuer) throw refused("another issuer");
  checkDestination(request.$.Destination, heard.address);
  checkIssued(request.$.IssueInstant, heard.nowMs);
}

function checkDestination(destination: string | undefined, address: string): void {
  if ((destination ?? address) !== address) throw refused("another destination");
}

function checkIssued(instant: string, nowMs: number): void {
  const issuedMs = timeOf(instant);
  const isRecent = issuedMs > nowMs - maxAgeMs - clockSkewMs && issuedMs <= nowMs + clockSkewMs;
  if (!isRecent) throw refused("too old, or from the future");
}

/** Returns milliseconds since 1970; NaN, which is neither before nor after anything, for what is no time. */
function timeOf(text: string): number {
  return Date.parse(text);
}

/** Form of what is kept of a response until the browser that it is about fetches it. */
export const samlVouching = z.object({
  realmId: z.number(),
  /** Request that it answers; null when nobody asked. */
  requestId: z.string().nullable(),
  /** Path that follows when nobody asked. */
  next: z.string(),
  claims: providerClaims,
  session: samlSession,
});

export type SamlVouching = z.input<typeof samlVouching>;

/** @throws AUTHENTICATION_FAILED unless it answers a request, or the provider may have people come without one */
export function checkBegun(
  requestId: string | null,
  { idpInitiated, name }: { readonly idpInitiated: boolean; readonly name: string },
): void {
  if (requestId === null && !idpInitiated)
    throw new AppError("AUTHENTICATION_FAILED", `Begin here to sign in with ${name}`);
}

/** @throws BAD_REQUEST unless the provider's settings say where to log out there */
export function checkLogsOut({ logOutUrl }: { readonly logOutUrl?: string | undefined }): void {
  if (logOutUrl === undefined)
    throw new AppError("BAD_REQUEST", "Nobody logs out with this provider");
}

/** @throws AUTHENTICATION_FAILED unless something is kept that was said here by the provider */
export function checkedVouching(
  vouching: z.output<typeof samlVouching> | null,
  { providerId, realmId }: { readonly realmId: number; readonly providerId: string },
): z.output<typeof samlVouching> {
  if (vouching?.realmId === realmId && vouching.session.providerId === providerId) return vouching;
  throw new AppError("AUTHENTICATION_FAILED", "The sign-in took too long. Try again");
}

/**
 * Returns the issuer under which people are known who sign in with SAML. A provider may speak OpenID Connect under the
 * same name, where it gives people other names.
 */
export function identityIssuer(issuer: string): string {
  return `saml:${issuer}`;
}

const emailAttributes = [
  "email",
  "mail",
  "emailAddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];

const nameAttributes = [
  "name",
  "displayName",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
];

type Attributes = ReadonlyMap<string, string | readonly string[]>;

interface Statements {
  readonly attributes: Attributes;
  readonly nameId: string;
  /** Names of attributes that the provider's settings give. */
  readonly named: { readonly email?: string | undefined; readonly name?: string | undefined };
}

/** Returns what an assertion tells as claims, under the names that those of OpenID Connect have. */
export function claimsOf({ attributes, nameId, named }: Statements): SamlVouching["claims"] {
  const find = (name: string | undefined, usual: readonly string[]) =>
    (name === undefined ? usual : [name]).map((one) => firstOf(attributes, one)).find(Boolean);
  const address = nameId.includes("@") ? nameId : undefined;
  return {
    ...Object.fromEntries(attributes),
    sub: nameId,
    email: find(named.email, emailAttributes) ?? address,
    name: find(named.name, nameAttributes) ?? fullName(attributes),
    preferred_username: undefined,
  };
}

function firstOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name);
  return typeof value === "string" ? value : value?.[0];
}

const given = ["givenName", "firstName", "urn:oid:2.5.4.42"];
const family = ["sn", "surname", "lastName", "urn:oid:2.5.4.4"];

function fullName(attributes: Attributes): string | undefined {
  const parts = [given, family].map((names) =>
    names.map((one) => firstOf(attributes, one)).find(Boolean),
  );
  return parts.filter(Boolean).join(" ") || undefined;
}
