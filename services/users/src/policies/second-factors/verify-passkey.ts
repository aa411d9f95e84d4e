import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";

import { accountHandle, challengeMs } from "./passkeys.ts";

/** Address at which browsers ask devices. */
export interface PasskeySite {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Host, for which alone a passkey is good. */
  readonly host: string;
}

/** Returns at which address an organization's browsers are. */
export function passkeySite(url: string): PasskeySite {
  return { origin: url, host: new URL(url).hostname };
}

/** A passkey, as far as a browser needs it to ask for it. */
interface AskedPasskey {
  readonly credentialId: Buffer;
  readonly transports: readonly string[];
}

/** Loads the library when somebody uses a passkey: it is a tenth of what the service would load at its start. */
async function load() {
  const [library, helpers] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  const { COSEALG, decodeAttestationObject } = helpers;
  // Named here, so that a newer runtime does not bring others by itself.
  const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
  return { ...library, algorithms, decodeAttestationObject };
}

const base64Url = z.string().regex(/^[\w-]*$/);

const credential = {
  id: base64Url,
  rawId: base64Url,
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({
    credProps: z.looseObject({ rk: z.boolean().optional() }).optional(),
  }),
};

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.nullish(),
  }),
});

interface Asker {
  readonly realmId: number;
  readonly userId: number;
  readonly email: string;
  /** Name of the organization. */
  readonly realm: string;
  readonly passkeys: readonly AskedPasskey[];
}

/** Makes what a browser is called with to make a passkey, on no device that has one already. */
export async function creationOptions(
  { host }: PasskeySite,
  { email, passkeys, realm, ...own }: Asker,
): Promise<{ readonly challenge: string }> {
  const { algorithms, generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpID: host,
    rpName: realm,
    userID: new Uint8Array(accountHandle(own)),
    userName: email,
    userDisplayName: email,
    timeout: challengeMs,
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    supportedAlgorithmIDs: algorithms,
  });
}

/**
 * Makes what a browser is called with to use one of these passkeys, after a password; or any that the device has for
 * this address, which then must make sure by itself that it is the person.
 */
export async function requestOptions(
  { host }: PasskeySite,
  passkeys: readonly AskedPasskey[] | null,
): Promise<{ readonly challenge: string }> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: host,
    timeout: challengeMs,
    ...(passkeys === null ? {} : { allowCredentials: passkeys.map(described) }),
    userVerification: passkeys === null ? "required" : "discouraged",
  });
}

function described({ credentialId, transports }: AskedPasskey) {
  return { id: credentialId.toString("base64url"), transports: [...transports] };
}

/** A passkey that a device has made. */
interface Made {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isDiscoverable: boolean;
  readonly isBackedUp: boolean;
}

interface Answer {
  /** Value that the browser returned, as JSON. */
  readonly response: string;
  readonly challenge: string;
  readonly site: PasskeySite;
}

/** Reads the passkey that a device has made; null unless it was made for this challenge and address. */
export async function readMade({ challenge, response, site }: Answer): Promise<Made | null> {
  const parsed = parseJson(registration, response);
  const { algorithms, decodeAttestationObject, verifyRegistrationResponse } = await load();
  if (parsed === null || !saysNothingOfItself(parsed, decodeAttestationObject)) return null;
  const { registrationInfo } = await orNone(
    verifyRegistrationResponse({
      response: parsed as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (registrationInfo === undefined) return null;
  const { credential: made, credentialBackedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(made.id, "base64url"),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: parsed.response.transports ?? [],
    isDiscoverable: parsed.clientExtensionResults.credProps?.rk ?? false,
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Tells whether a device shows no certificate of what it is, for which nobody has asked: to check one, addresses in it
 * would be looked up, which whoever sends it chooses.
 */
function saysNothingOfItself(
  { response }: z.output<typeof registration>,
  decode: Awaited<ReturnType<typeof load>>["decodeAttestationObject"],
): boolean {
  try {
    const bytes = new Uint8Array(Buffer.from(response.attestationObject, "base64url"));
    const attestation = decode(bytes);
    const format = attestation.get("fmt");
    const certificates = attestation.get("attStmt").get("x5c");
    return format === "none" || (format === "packed" && certificates === undefined);
  } catch {
    return false;
  }
}

/** A use of a passkey, as a browser tells it. */
export type GivenUse = z.output<typeof authentication>;

/** Parses what a browser returned that has used a passkey; null when it is nothing of the kind. */
export function parseUse(response: string): GivenUse | null {
  return parseJson(authentication, response);
}

interface Use {
  readonly given: GivenUse;
  readonly challenge: string;
  readonly site: PasskeySite;
  readonly publicKey: Buffer;
  /** True if the device must have made sure that it is the person. */
  readonly isAlone: boolean;
  readonly owner: { readonly realmId: number; readonly userId: number };
}

/**
 * Reads how often the device has counted its uses; null unless it was used for this challenge and address. Whether it
 * counted on is not compared here, but where the last count is locked.
 */
export async function readUse({ challenge, given, isAlone, owner, publicKey, site }: Use) {
  const { userHandle } = given.response;
  const handle = accountHandle(owner).toString("base64url");
  if (userHandle === null || userHandle === undefined ? isAlone : userHandle !== handle)
    return null;
  const { verifyAuthenticationResponse } = await load();
  const { authenticationInfo, verified } = await orNone(
    verifyAuthenticationResponse({
      response: given as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      credential: { id: given.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: isAlone,
    }),
  );
  if (verified !== true || authenticationInfo === undefined) return null;
  const { credentialBackedUp: isBackedUp, newCounter: counter } = authenticationInfo;
  return { counter, isBackedUp };
}

/** Resolves to what was verified, or to nothing: the library throws for each thing that is wrong. */
async function orNone<T extends object>(verified: Promise<T>): Promise<Partial<T>> {
  try {
    return await verified;
  } catch {
    return {};
  }
}

function parseJson<T extends z.ZodType>(form: T, text: string): z.output<T> | null {
  try {
    return form.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
