import type { Connection } from "@team-chat/frames";

import { LinkFailure } from "../transport-failure.ts";
import { encodeNumber, frameType } from "./protocol.ts";
import { UnderWay } from "./under-way.ts";

interface Waiting {
  readonly id: number;
  readonly resolve: (version: number | null) => void;
  readonly reject: (error: LinkFailure) => void;
  readonly timer: NodeJS.Timeout;
}

/** The caller's questions for versions on one link (docs/adr/0007-requests-over-links.md): each is sent at once. */
export class VersionQuestions {
  readonly #waiting = new UnderWay<Waiting>();
  #lastId = 0;

  /** @returns null when the service cannot tell, or went away. @throws LinkFailure when it does not answer in time */
  ask(connection: Connection, realmId: number, timeoutMs: number): Promise<number | null> {
    const id = (this.#lastId = this.#lastId === 0xffff_ffff ? 1 : this.#lastId + 1);
    const { promise, reject, resolve } = Promise.withResolvers<number | null>();
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      reject(new LinkFailure("LINK_TIMEOUT", `No version came for ${timeoutMs} ms.`));
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

  /** The link broke. */
  lose(): void {
    for (const { resolve, timer } of this.#waiting.takeAll()) {
      clearTimeout(timer);
      resolve(null);
    }
  }
}
