import { nextLook } from "@team-chat/testkit";
import { Client } from "pg";

/** Writes for an organization again and again, as a process does that has not heard that it is suspended. */
export class StrayWriter implements AsyncDisposable {
  readonly #db: Client;
  readonly #realmId: number;
  #writing = Promise.resolve();
  #isDone = false;

  private constructor(adminUrl: string, realmId: number) {
    this.#db = new Client({ connectionString: adminUrl });
    this.#realmId = realmId;
  }

  /** Begins to write; resolves when it has. */
  static async begin(adminUrl: string, realmId: number): Promise<StrayWriter> {
    const writer = new StrayWriter(adminUrl, realmId);
    await writer.#db.connect();
    await writer.#write();
    writer.#writing = writer.#goOn();
    return writer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDone = true;
    await this.#writing;
    await this.#db.end();
  }

  async #goOn(): Promise<void> {
    while (!this.#isDone) {
      await this.#write();
      await nextLook();
    }
  }

  async #write(): Promise<void> {
    await this.#db.query(
      `insert into messages.message_day (realm_id, day, messages) values ($1, current_date, 1) on conflict do nothing`,
      [this.#realmId],
    );
  }
}
