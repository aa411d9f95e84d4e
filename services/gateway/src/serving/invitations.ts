import type { IncomingMessage } from "node:http";

import { acceptInvite, createSession, type OutputOf, previewInvite } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ServiceClient } from "@team-chat/rpc";

import type { ClientAddress } from "../limits/client-address.ts";
import { selfFor } from "../realms/proofs.ts";
import { visitor, type Visits } from "./visits.ts";

interface InvitationsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly addressOf: ClientAddress;
}

/** Holds what somebody joins with. */
interface Given {
  readonly fullName: string;
  /** Empty where the link was sent to an address. */
  readonly email: string;
  readonly password: string;
}

/** Lets people join by a link (docs/behaviour/invitations.md#accepting-an-invitation). */
export class Invitations {
  readonly #parts: InvitationsParts;

  constructor(parts: InvitationsParts) {
    this.#parts = parts;
  }

  /**
   * Tells what an invitation is.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it cannot be accepted
   */
  async preview(req: IncomingMessage, key: string): Promise<OutputOf<typeof previewInvite>> {
    const { users, visits } = this.#parts;
    const realm = await visits.admit(req);
    return users.request(previewInvite, visitor(realm), { key }, { realmId: realm.id });
  }

  /**
   * Creates the account, and begins a session of it; null when it cannot begin, such as for limits of logging in.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody joins
   */
  async accept(req: IncomingMessage, key: string, given: Given): Promise<BegunSession | null> {
    const { addressOf, users, visits } = this.#parts;
    const realm = await visits.admitForm(req);
    const [target, address] = [{ realmId: realm.id }, addressOf(req)];
    const { email, fullName: full_name, password } = given;
    const asked = { key, full_name, password, ...(email === "" ? {} : { email }) };
    const identity = { ...visitor(realm), address };
    const joined = await users.request(acceptInvite, identity, asked, target);
    const client = req.headers["user-agent"] ?? "";
    const browser = { username: joined.email, password, next: "/", client, address };
    try {
      return await users.call(createSession, selfFor(address), { ...target, ...browser }, target);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}

/** A session that has begun, or lacks the second factor. */
interface BegunSession {
  readonly token: string;
  readonly isHalf: boolean;
  readonly lacksFactor: boolean;
}
