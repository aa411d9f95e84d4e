// See docs/subsystems/users.md, "The Welcome Bot".
import { FollowUp } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";

import {
  deletePendingGreetings,
  listPendingGreetings,
  listRealmsWithPendingGreetings,
} from "../../queries/accounts/pending-greetings.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { type NoticeSettings, sendNotice } from "../notices/send-notice.ts";
import { greeting } from "./greeting.ts";

interface GreeterOptions extends NoticeSettings {
  readonly db: Database;
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
      for (const notice of greeting({ ...realm, settings }, people))
        await sendNotice(this.#options, notice);
      await deletePendingGreetings(db, realmId, people);
    }
  }
}
