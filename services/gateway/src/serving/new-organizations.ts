import type { IncomingMessage } from "node:http";

import {
  checkCreation,
  checkCreationOpen,
  completeCreation,
  requestCreation,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import type { MailGuard } from "../limits/mail-guard.ts";
import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import { self, selfFor } from "../realms/proofs.ts";
import type { RootDomain } from "./root-domain.ts";

interface NewOrganizationsParts {
  readonly users: ServiceClient;
  readonly limits: RequestLimits;
  readonly mails: MailGuard;
  readonly addressOf: ClientAddress;
  readonly root: RootDomain;
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

  /** @throws RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody may create one */
  async checkOpen(req: IncomingMessage, invitation: string | null): Promise<void> {
    await this.#count(req);
    await this.#parts.users.call(checkCreationOpen, self, { invitation }, installation);
  }

  /** Tells whether anybody may create one; where that cannot be found out, nobody is led to it. */
  async isOpen(): Promise<boolean> {
    try {
      await this.#parts.users.call(checkCreationOpen, self, { invitation: null }, installation);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /**
   * Has a link sent that creates the organization.
   * @throws CSRF_FAILED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused
   */
  async request(
    req: IncomingMessage,
    wanted: Wanted & { readonly invitation: string | null; readonly language: string },
  ): Promise<void> {
    const { addressOf, mails, root, users } = this.#parts;
    root.checkForm(req);
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
    const { addressOf, root, users } = this.#parts;
    root.checkForm(req);
    await this.#count(req);
    return users.call(completeCreation, selfFor(addressOf(req)), given, installation);
  }

  async #count(req: IncomingMessage): Promise<void> {
    applyVerdict({}, await this.#parts.limits.countAddress(req));
  }
}
