import {
  addPasskey,
  beginPasskeySignIn,
  checkHalfSignIn,
  completeHalfSignInByPasskey,
  completePasskeySignIn,
  createSession,
  getSecondFactors,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";

import { type Name, password } from "../people.ts";
import type { World } from "../world.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const client = { client: "Mozilla/5.0", address: "192.0.2.1" };

export const origin = "http://localhost:9991";

type Behaviour = Partial<Parameters<SoftwareAuthenticator["use"]>[1]>;

/** Somebody with a passkey, until it is disposed of. */
export interface WithPasskey extends AsyncDisposable {
  /** Token of the session in which it was made. */
  readonly session: string;
  readonly device: SoftwareAuthenticator;
  readonly recoveryCodes: readonly string[];
}

interface HalfUse {
  /** Token of the half sign-in. */
  readonly token: string;
  readonly device: SoftwareAuthenticator;
}

/** Passkeys of people in the root organization of a world. */
export class Passkeys {
  readonly #world: () => World;

  constructor(world: () => World) {
    this.#world = world;
  }

  /** Makes a passkey for somebody. */
  async setUp(name: Name, more: Behaviour = {}): Promise<WithPasskey> {
    const session = (await this.logIn(name)).token;
    const device = new SoftwareAuthenticator();
    const { recoveryCodes } = await this.add(session, device, more);
    const { id } = this.#world().people[name];
    return {
      session,
      device,
      recoveryCodes,
      [Symbol.asyncDispose]: async () => {
        for (const table of ["passkey", "recovery_codes", "half_sign_in"])
          await this.#world().database.query(
            sql.unsafe`delete from ${sql.identifier([table])} where user_id = ${id}`,
          );
      },
    };
  }

  /** Gives somebody's password; returns the token of what that begins. */
  logIn(name: Name, next = "/") {
    const { email: username } = this.#world().people[name];
    const given = { username, password, next, ...client };
    return this.#world().call(createSession, { realmId: this.#world().realm.id, ...given });
  }

  /** Begins to add a passkey; the first is called Phone, and no two of an account the same. */
  async offer(session: string, more: { name?: string; password?: string } = {}) {
    const mine = { realmId: this.#world().realm.id, token: session };
    const { passkeys } = await this.#world().call(getSecondFactors, mine);
    const name = passkeys.length === 0 ? "Phone" : `Phone ${passkeys.length + 1}`;
    return this.#world().call(offerPasskey, { ...mine, name, password, ...more });
  }

  async add(session: string, device: SoftwareAuthenticator, more: Behaviour = {}) {
    const { options, sealedChallenge } = await this.offer(session);
    const response = device.create(options, { origin, ...more });
    return this.addMade(session, { sealedChallenge, response });
  }

  addMade(session: string, made: { sealedChallenge: string; response: string }) {
    const mine = { realmId: this.#world().realm.id, token: session };
    return this.#world().call(addPasskey, { ...mine, ...made });
  }

  rename(session: string, passkeyId: number, name: string) {
    const mine = { realmId: this.#world().realm.id, token: session };
    return this.#world().call(renamePasskey, { ...mine, passkeyId, name });
  }

  remove(session: string, passkeyId: number, given = password) {
    const mine = { realmId: this.#world().realm.id, token: session };
    return this.#world().call(removePasskey, { ...mine, passkeyId, password: given });
  }

  /** Loads what the page after the password asks for. */
  half(token: string) {
    return this.#world().call(checkHalfSignIn, { realmId: this.#world().realm.id, token });
  }

  /** Has a device answer where the second factor is lacking; returns what is then given. */
  async answerHalf({ device, token }: HalfUse, more: Behaviour = {}) {
    const { passkey } = await this.half(token);
    if (passkey === null) throw new Error("No passkey is asked for.");
    const { options, sealedChallenge } = passkey;
    return { token, sealedChallenge, response: device.use(options, { origin, ...more }) };
  }

  completeHalf(given: { token: string; sealedChallenge: string; response: string }) {
    const realmId = this.#world().realm.id;
    return this.#world().call(completeHalfSignInByPasskey, { realmId, ...given, ...client });
  }

  begin(more: Partial<Parameters<typeof this.beginIn>[1]> = {}) {
    return this.beginIn(this.#world().realm.id, more);
  }

  beginIn(
    realmId: number,
    more: { next?: string; mobileOtp?: string | null; desktopOtp?: string | null },
  ) {
    const given = { realmId, next: "/#recent", mobileOtp: null, desktopOtp: null };
    return this.#world().call(beginPasskeySignIn, { ...given, ...more });
  }

  /** Has a device answer where nobody is known; returns what is then given. */
  async answer(device: SoftwareAuthenticator, more: Behaviour = {}) {
    const { options, sealedChallenge } = await this.begin();
    return { sealedChallenge, response: device.use(options, { origin, ...more }) };
  }

  complete(given: { sealedChallenge: string; response: string }, realmId = this.#world().realm.id) {
    return this.#world().call(completePasskeySignIn, { realmId, ...given, ...client });
  }
}
