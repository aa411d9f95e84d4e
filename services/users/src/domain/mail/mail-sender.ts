import type { Database } from "@team-chat/pg";
import { PeriodicTask } from "@team-chat/work";

import {
  claimMail,
  type DueMail,
  forgetGivenUpMail,
  markMailSent,
} from "../../queries/accounts/mail.ts";
import type { Deliver } from "./transport.ts";

const lookEveryMs = 5000;
const atOnce = 20;

interface MailSettings {
  readonly db: Database;
  /** Null while there is no way out: e-mails wait. */
  readonly deliver: Deliver | null;
  readonly from: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends the e-mails that transactions left behind, at least once each; one that fails is tried again later and later.
 */
export class MailSender implements AsyncDisposable {
  readonly #settings: MailSettings;
  readonly #looks: PeriodicTask;
  #stopped = false;
  #sent = 0;
  #failed = 0;

  constructor(settings: MailSettings) {
    this.#settings = settings;
    this.#looks = new PeriodicTask({
      everyMs: lookEveryMs,
      run: () => this.#send(),
      onError: settings.onError,
    });
  }

  /** Number of e-mails that were handed over since the start. */
  get sent(): number {
    return this.#sent;
  }

  /** Number of tries that failed since the start. */
  get failed(): number {
    return this.#failed;
  }

  /** False while e-mail has no way out, and waits. */
  get mayLeave(): boolean {
    return this.#settings.deliver !== null;
  }

  /** Sends what is due. */
  look(): Promise<void> {
    return this.#looks.runNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await this.#looks[Symbol.asyncDispose]();
  }

  async #send(): Promise<void> {
    const { db, deliver } = this.#settings;
    if (deliver === null) return;
    for (;;) {
      const claimed = await claimMail(db, atOnce);
      for (const mail of claimed) await this.#deliver(mail, deliver);
      if (claimed.length < atOnce || this.#stopped) return;
    }
  }

  async #deliver(mail: DueMail, deliver: Deliver): Promise<void> {
    const { db, from, onError } = this.#settings;
    const { html, recipient: to, subject, text, unsubscribeUrl } = mail;
    try {
      await deliver({ from, to, subject, text, html, unsubscribeUrl });
      await markMailSent(db, mail);
      this.#sent += 1;
    } catch (error) {
      this.#failed += 1;
      onError(error);
      await forgetGivenUpMail(db, mail);
    }
  }
}
