import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

import type { Secret } from "@team-chat/config";
import { type completeSignIn, signInRemoteUser } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import { selfFor } from "../realms/proofs.ts";
import type { WantedSignIn } from "./sign-ins.ts";
import type { Visits } from "./visits.ts";

/** Header with the secret that the proxy adds. */
const proxySecretHeader = "x-remote-user-secret";

/** Reverse proxy whose word is taken. */
export interface RemoteUserHeader {
  /** Header in which it says who somebody is, in lower case; undefined for none. */
  readonly header: string | undefined;
  readonly secret: Secret | undefined;
  /** Tells whether a request comes from a proxy that is trusted, whoever may have begun it. */
  readonly isFromProxy: (req: IncomingMessage) => boolean;
}

interface RemoteUsersParts extends RemoteUserHeader {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly addressOf: ClientAddress;
}

/** One name or address; a list, as of a header that came twice, is none. */
const userForm = /^[^\s,\p{C}]{1,320}$/u;

/** Signs people in for whom a reverse proxy vouches (docs/behaviour/single-sign-on.md#reverse-proxies). */
export class RemoteUsers {
  readonly #parts: RemoteUsersParts;

  constructor(parts: RemoteUsersParts) {
    this.#parts = parts;
  }

  /**
   * Believes the header of a trusted proxy alone.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, NOT_FOUND, SERVICE_UNAVAILABLE, and why nobody was signed in
   */
  async signIn(
    req: IncomingMessage,
    { desktopOtp, mobileOtp, next }: Omit<WantedSignIn, "providerId">,
  ): Promise<z.output<typeof completeSignIn.output>> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const client = req.headers["user-agent"] ?? "";
    const asked = { realmId, user: this.#userOf(req), next, mobileOtp, desktopOtp };
    const address = addressOf(req);
    const input = { ...asked, client, address };
    return users.call(signInRemoteUser, selfFor(address), input, { realmId });
  }

  /** @throws NOT_FOUND where no proxy is trusted; AUTHENTICATION_FAILED unless one says who this is */
  #userOf(req: IncomingMessage): string {
    const { header, isFromProxy } = this.#parts;
    if (header === undefined)
      throw new AppError("NOT_FOUND", "Nobody signs in here by a reverse proxy.");
    const user = req.headers[header];
    if (isFromProxy(req) && this.#hasSecret(req) && typeof user === "string" && userForm.test(user))
      return user;
    throw new AppError("AUTHENTICATION_FAILED", "The proxy of the organization did not let you in");
  }

  #hasSecret({ headers }: IncomingMessage): boolean {
    const { secret } = this.#parts;
    if (secret === undefined) return true;
    const [given, right] = [String(headers[proxySecretHeader] ?? ""), secret.reveal()].map((one) =>
      Buffer.from(one),
    ) as [Buffer, Buffer];
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
