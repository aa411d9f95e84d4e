import type { Database } from "@team-chat/pg";
import { runInBackground } from "@team-chat/work";

import { claimMail, markMailSent } from "../queries/mail.ts";
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

/** Sends the e-mails that transactions left behind, at least once each; one that fails is tried again later and later. */
export class MailSender implements AsyncDisposable {
  readonly #settings: MailSettings;
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> = Promise.resolve();

  constructor(settings: MailSettings) {
    this.#settings = settings;
    this.#timer = setInterval(() => void this.look(), lookEveryMs);
  }

  /** Sends what is due. */
  look(): Promise<void> {
    this.#sending = this.#sending.then(() => runInBackground(() => this.#send()));
    return this.#sending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { db, deliver, from, onError } = this.#settings;
    if (deliver === null) return;
    try {
      for (const mail of await claimMail(db, atOnce)) {
        try {
          await deliver({ from, to: mail.recipient, subject: mail.subject, text: mail.body });
          await markMailSent(db, mail);
        } catch (error) {
          onError(error);
        }
      }
    } catch (error) {
      onError(error);
    }
  }
}
