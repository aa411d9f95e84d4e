import {
  addAuthenticatorApp,
  completeHalfSignIn,
  createSession,
  offerAuthenticatorApp,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { generateSync } from "otplib";

import { type Name, password } from "../people.ts";
import type { World } from "../world.ts";

const client = { client: "Mozilla/5.0", address: "192.0.2.1" };

/** Somebody with an authenticator app, until it is disposed of. */
export interface WithApp extends AsyncDisposable {
  /** Token of the session in which it was set up. */
  readonly session: string;
  readonly recoveryCodes: readonly string[];
  /** Code that the app shows so many steps after the present one. */
  readonly code: (steps?: number) => string;
}

/** People with second factors in the root organization of a world. */
export class Factors {
  readonly #world: () => World;

  constructor(world: () => World) {
    this.#world = world;
  }

  /** Code of a secret so many steps after the present one, by the clock of the service. */
  code(secret: string, steps = 0): string {
    const seconds = Math.floor((Date.now() + this.#world().clock.aheadMs) / 1000);
    return generateSync({ secret, epoch: seconds + 30 * steps });
  }

  /** Sets an app up for somebody; the clock goes on until the code that it was confirmed with is of an earlier time. */
  async setUp(name: Name): Promise<WithApp> {
    const { token: session } = await this.begin(name);
    const of = { realmId: this.#world().realm.id, token: session };
    const offer = await this.#world().call(offerAuthenticatorApp, { ...of, sealedOffer: null });
    const { sealedOffer, secret } = offer;
    const given = { sealedOffer, code: this.code(secret), password };
    const { recoveryCodes } = await this.#world().call(addAuthenticatorApp, { ...of, ...given });
    this.#world().clock.aheadMs += 60_000;
    const { database, people } = this.#world();
    const { id } = people[name];
    return {
      session,
      recoveryCodes,
      code: (steps = 0) => this.code(secret, steps),
      [Symbol.asyncDispose]: async () => {
        for (const table of ["authenticator_app", "recovery_codes", "half_sign_in"])
          await database.query(
            sql.unsafe`delete from ${sql.identifier([table])} where user_id = ${id}`,
          );
      },
    };
  }

  /** Gives somebody's password; returns the token of what that begins. */
  async begin(name: Name, next = "/"): Promise<{ readonly token: string; isHalf: boolean }> {
    const { email: username } = this.#world().people[name];
    const given = { username, password, next, ...client };
    return this.#world().call(createSession, { realmId: this.#world().realm.id, ...given });
  }

  /** Gives a code for a sign-in that was begun. */
  complete(token: string, code: string, realmId = this.#world().realm.id) {
    return this.#world().call(completeHalfSignIn, { realmId, token, code, ...client });
  }
}
