import type { IncomingMessage } from "node:http";

import {
  checkCreation,
  checkCreationOpen,
  completeCreation,
  requestCreation,
} from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import { checkOwnOrigin } from "../authentication/own-origin.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { MailGuard } from "../limits/mail-guard.ts";
import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import { self } from "../realms/proofs.ts";

interface NewOrganizationsParts {
  readonly users: ServiceClient;
  readonly limits: RequestLimits;
  readonly mails: MailGuard;
  readonly addressOf: ClientAddress;
  readonly scheme: "http" | "https";
  /** The root domain, with its port unless that is the scheme's own. */
  readonly externalHost: string;
}

/** Realm id that stands for the whole installation where an organization is counted or asked about. */
const installation = { realmId: 0 };

/** Organization that somebody wants, as it was typed. */
export interface Wanted {
  readonly name: string;
  readonly subdomain: string;
  readonly fullName: string;
  readonly email: string;
}

/** Lets people create organizations (docs/behaviour/organization.md#creating-one-on-a-page). */
export class NewOrganizations {
  readonly #parts: NewOrganizationsParts;

  constructor(parts: NewOrganizationsParts) {
    this.#parts = parts;
  }

  /** Host below which organizations are found. */
  get host(): string {
    return this.#parts.externalHost;
  }

  /** Address of a page at the root domain, for a request that has come to another one; null for its own. */
  elsewhere({ headers }: IncomingMessage, path: string): string | null {
    const { externalHost, scheme } = this.#parts;
    const isHere = (headers.host ?? "").toLowerCase() === externalHost;
    return isHere ? null : `${scheme}://${externalHost}${path}`;
  }

  /** @throws RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody may create one */
  async checkOpen(req: IncomingMessage, invitation: string | null): Promise<void> {
    await this.#count(req);
    await this.#parts.users.call(checkCreationOpen, self, { invitation }, installation);
  }

  /**
   * Has a link sent that creates the organization.
   * @throws CSRF_FAILED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused
   */
  async request(
    req: IncomingMessage,
    wanted: Wanted & { readonly invitation: string | null },
  ): Promise<void> {
    const { addressOf, mails, users } = this.#parts;
    this.#checkForm(req);
    await this.#count(req);
    await mails.admit({ ...installation, recipient: wanted.email, address: addressOf(req) });
    await users.call(requestCreation, self, wanted, installation);
  }

  /** @throws RATE_LIMIT_HIT, SERVICE_UNAVAILABLE; BAD_REQUEST when the link does not work any more */
  async check(req: IncomingMessage, token: string): Promise<z.output<typeof checkCreation.output>> {
    await this.#count(req);
    return this.#parts.users.call(checkCreation, self, { token }, installation);
  }

  /** @throws CSRF_FAILED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it was not created */
  async complete(
    req: IncomingMessage,
    given: { readonly token: string; readonly password: string },
  ): Promise<z.output<typeof completeCreation.output>> {
    this.#checkForm(req);
    await this.#count(req);
    return this.#parts.users.call(completeCreation, self, given, installation);
  }

  #checkForm(req: IncomingMessage): void {
    const { externalHost, scheme } = this.#parts;
    checkOwnOrigin({ host: externalHost, req }, scheme);
  }

  async #count(req: IncomingMessage): Promise<void> {
    applyVerdict({}, await this.#parts.limits.countAddress(req));
  }
}
