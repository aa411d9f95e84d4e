import { getMailState } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

const self = { kind: "service", name: "webhooks" } as const;
const believedMs = 60_000;

interface MailStateParts {
  readonly usersClient: ServiceClient;
  readonly now: () => number;
}

/** Knows whether e-mail leaves the installation: without a mail server nothing is noted that would wait for ever. */
export class MailState {
  readonly #parts: MailStateParts;
  #asked: { readonly at: number; readonly isSent: boolean } | undefined;

  constructor(parts: MailStateParts) {
    this.#parts = parts;
  }

  /** Asks users, for any organization, at most once a minute. @throws SERVICE_UNAVAILABLE */
  async isSent(realmId: number): Promise<boolean> {
    const { now, usersClient } = this.#parts;
    if (this.#asked === undefined || now() - this.#asked.at > believedMs) {
      const { isSent } = await usersClient.call(getMailState, self, { realmId }, { realmId });
      this.#asked = { at: now(), isSent };
    }
    return this.#asked.isSent;
  }
}
