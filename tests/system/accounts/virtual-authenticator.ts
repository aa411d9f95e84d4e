import type { CDPSession, Page } from "playwright-core";

type Kept = Awaited<ReturnType<typeof listKept>>;

/** Device of Chromium's that keeps passkeys, for one page, and answers by itself. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Gives a page such a device; `verifiesUser` is false if it does not make sure that it is the person. */
  static async add(page: Page, verifiesUser = true): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifiesUser,
      automaticPresenceSimulation: true,
    } as const;
    const added = await session.send("WebAuthn.addVirtualAuthenticator", { options });
    return new VirtualAuthenticator(session, added.authenticatorId);
  }

  /** Lists its passkeys as they are now, with how often each was used. */
  kept(): Promise<Kept> {
    return listKept(this.#session, this.#id);
  }

  /** Gives it passkeys of another device. */
  async take(passkeys: Kept): Promise<void> {
    const authenticatorId = this.#id;
    for (const credential of passkeys)
      await this.#session.send("WebAuthn.addCredential", { authenticatorId, credential });
  }
}

async function listKept(session: CDPSession, authenticatorId: string) {
  return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}
