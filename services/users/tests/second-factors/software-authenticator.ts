import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

import { isoCBOR } from "@simplewebauthn/server/helpers";
import { z } from "zod";

const options = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string() }).optional(),
  rpId: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
});

/** Bits of authenticator data (WebAuthn, section 6.1). */
const present = 0x01;
const verified = 0x04;
const hasKey = 0x40;

interface Behaviour {
  readonly origin: string;
  /** False if it does not make sure that it is the person. */
  readonly verifiesUser?: boolean;
  /** Challenge, host and handle of the account that it answers with, in place of those that it was asked with. */
  readonly challenge?: string;
  readonly host?: string;
  readonly userHandle?: string | null;
  /** Uses as it counts them. */
  readonly counter?: number;
  /** Kind of statement about itself, and that. */
  readonly statement?: { readonly format: string; readonly fields: ReadonlyMap<string, unknown> };
}

/** A device with one passkey, in software, which does what a test wants also where no real one would. */
export class SoftwareAuthenticator {
  readonly id: Buffer;
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  #userHandle = "";

  constructor(id: Buffer = randomBytes(16)) {
    this.id = id;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** Makes its passkey; returns what a browser would return, as JSON. */
  create(asked: string, behaviour: Behaviour): string {
    const { challenge, rp, user } = options.parse(JSON.parse(asked));
    this.#userHandle = user?.id ?? "";
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey()]);
    const head = this.#head(behaviour.host ?? rp?.id ?? "", { ...behaviour, flags: hasKey });
    const { fields, format } = behaviour.statement ?? { format: "none", fields: new Map() };
    const attestation = new Map<string, unknown>([
      ["fmt", format],
      ["attStmt", fields],
      ["authData", new Uint8Array(Buffer.concat([head, attested]))],
    ]);
    return this.#answer({
      clientDataJSON: clientData("webauthn.create", challenge, behaviour).toString("base64url"),
      attestationObject: encoded(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Uses its passkey; returns what a browser would return, as JSON. */
  use(asked: string, behaviour: Behaviour): string {
    const { challenge, rpId } = options.parse(JSON.parse(asked));
    const head = this.#head(behaviour.host ?? rpId ?? "", { ...behaviour, flags: 0 });
    const data = clientData("webauthn.get", challenge, behaviour);
    const signed = Buffer.concat([head, createHash("sha256").update(data).digest()]);
    const { userHandle = this.#userHandle } = behaviour;
    return this.#answer({
      clientDataJSON: data.toString("base64url"),
      authenticatorData: head.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #answer(response: object): string {
    const id = this.id.toString("base64url");
    const clientExtensionResults = { credProps: { rk: true } };
    return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults });
  }

  #head(
    host: string,
    { counter = 0, flags, verifiesUser = true }: Behaviour & { readonly flags: number },
  ): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags | present | (verifiesUser ? verified : 0));
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash("sha256").update(host).digest(), rest]);
  }

  /** Encodes the public key as COSE does: kind EC2, algorithm ES256, curve P-256, and the point. */
  #publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    return encoded(key);
  }
}

function clientData(type: string, asked: string, { challenge = asked, origin }: Behaviour): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function encoded(value: unknown): Buffer {
  return Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));
}
