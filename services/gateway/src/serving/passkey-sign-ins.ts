import type { IncomingMessage } from "node:http";

import { beginPasskeySignIn, completePasskeySignIn } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import { self, selfFor } from "../realms/proofs.ts";
import { guarded } from "./guarded.ts";
import type { PasskeyAnswer } from "./half-sign-ins.ts";
import type { WantedSignIn } from "./sign-ins.ts";
import type { PublicSettings, Visits } from "./visits.ts";

interface PasskeySignInsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly logins: LoginGuard;
  readonly addressOf: ClientAddress;
}

type Wanted = Omit<WantedSignIn, "providerId">;

interface Begun {
  readonly settings: PublicSettings;
  readonly offer: z.output<typeof beginPasskeySignIn.output>;
}

const answered = z.looseObject({ id: z.string() });

/** Signs people in with nothing but a passkey (docs/behaviour/second-factors.md#signing-in-with-a-passkey). */
export class PasskeySignIns {
  readonly #parts: PasskeySignInsParts;

  constructor(parts: PasskeySignInsParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody signs in so */
  async begin(req: IncomingMessage, wanted: Wanted): Promise<Begun> {
    const { users, visits } = this.#parts;
    const realm = await visits.admit(req);
    const { id: realmId } = realm;
    const offer = await users.call(beginPasskeySignIn, self, { realmId, ...wanted }, { realmId });
    return { offer, settings: await visits.settingsOf(realm) };
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody was signed in */
  async complete(
    req: IncomingMessage,
    answer: PasskeyAnswer,
  ): Promise<z.output<typeof completePasskeySignIn.output>> {
    const { addressOf, logins, users, visits } = this.#parts;
    const headers = {};
    const { id: realmId } = await visits.admitForm(req, headers);
    const address = addressOf(req);
    const input = { realmId, ...answer, client: req.headers["user-agent"] ?? "", address };
    // Nobody has said who it is: tries are counted for the passkey.
    const attempt = { realmId, userName: `passkey ${idOf(answer)}`, address, headers };
    return guarded(logins, attempt, () =>
      users.call(completePasskeySignIn, selfFor(address), input, { realmId }),
    );
  }
}

function idOf({ response }: PasskeyAnswer): string {
  try {
    return answered.parse(JSON.parse(response)).id;
  } catch {
    return "";
  }
}
