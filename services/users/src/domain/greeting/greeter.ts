// See docs/subsystems/users.md, "The Welcome Bot".
import { postNotice } from "@team-chat/contract";
import { FollowUp, isRefusedForGood } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import {
  deletePendingGreetings,
  listPendingGreetings,
  listRealmsWithPendingGreetings,
} from "../../queries/accounts/pending-greetings.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { greeting } from "./greeting.ts";

interface GreeterOptions {
  readonly db: Database;
  readonly messages: ServiceClient;
  /** Told of every failure that was survived. */
  readonly onError: (error: unknown) => void;
}

/**
 * Greets the people whom transactions noted. They are forgotten once messages has all that is said to
 * them; the keys keep messages from having it twice, when a process dies between the two or several greet the same.
 */
export class Greeter implements AsyncDisposable {
  readonly #options: GreeterOptions;
  readonly #followUp: FollowUp;

  constructor(options: GreeterOptions) {
    this.#options = options;
    this.#followUp = new FollowUp({
      listRealms: () => listRealmsWithPendingGreetings(options.db),
      run: (realmId) => this.#greetAll(realmId),
      onError: options.onError,
    });
  }

  /**
   * Greets all whose accounts were committed before. Resolves also when that failed: it is tried again, by any process.
   */
  greet(realmId: number): Promise<void> {
    return this.#followUp.settle(realmId);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#followUp[Symbol.asyncDispose]();
  }

  async #greetAll(realmId: number): Promise<void> {
    const { db } = this.#options;
    for (;;) {
      const people = await listPendingGreetings(db, realmId);
      if (people.length === 0) return;
      const realm = await loadRealm(db, realmId);
      const settings = completeSettings(realm.settings);
      for (const notice of greeting({ ...realm, settings }, people)) await this.#say(notice);
      await deletePendingGreetings(db, realmId, people);
    }
  }

  /** Leaves out what messages refuses for good; throws errors that may pass. */
  async #say(notice: z.input<typeof postNotice.input>): Promise<void> {
    const { messages, onError } = this.#options;
    try {
      await messages.call(postNotice, self, notice, { realmId: notice.realmId });
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      onError(error);
    }
  }
}

const self = { kind: "service", name: "users" } as const;
