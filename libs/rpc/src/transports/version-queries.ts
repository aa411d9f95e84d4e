import { CallNumbers } from "../call-numbers.ts";
import type { Connection } from "../frames/connection.ts";
import { NumberedMap } from "../numbered-map.ts";
import { encodeNumber, frameType } from "../protocol.ts";
import { CallFailure } from "./call-failure.ts";

interface Waiting {
  readonly id: number;
  readonly resolve: (version: number | null) => void;
  readonly reject: (error: CallFailure) => void;
  readonly timer: NodeJS.Timeout;
}

/** Asks for versions on one connection (docs/adr/0007-requests-over-links.md); each query is sent at once. */
export class VersionQueries {
  readonly #waiting = new NumberedMap<Waiting>();
  readonly #numbers = new CallNumbers();

  /** @returns null when the service cannot tell, or went away. @throws CallFailure when it does not answer in time */
  ask(connection: Connection, realmId: number, timeoutMs: number): Promise<number | null> {
    const id = this.#numbers.next((number) => this.#waiting.has(number));
    const { promise, reject, resolve } = Promise.withResolvers<number | null>();
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      reject(new CallFailure("CALL_TIMEOUT", `No version came for ${timeoutMs} ms.`));
    }, timeoutMs);
    this.#waiting.set({ id, resolve, reject, timer });
    connection.send(frameType.askVersion, id, [encodeNumber(realmId)]);
    connection.flush();
    return promise;
  }

  answered(id: number, version: number | null): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(version);
  }

  /** Answers all queries by null, because the connection broke. */
  lose(): void {
    for (const { resolve, timer } of this.#waiting.takeAll()) {
      clearTimeout(timer);
      resolve(null);
    }
  }
}
