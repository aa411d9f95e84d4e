import type { Connection } from "../frames/connection.ts";
import { decodeNumber, encodeNumber, frameType } from "../protocol.ts";
import type { VersionOf } from "../request.ts";

/** Answers the queries for versions on one connection (docs/adr/0007-requests-over-links.md), each at once. */
export class VersionAnswers {
  readonly #connection: Connection;
  readonly #versionOf: VersionOf | undefined;
  #pending = 0;

  constructor(connection: Connection, versionOf: VersionOf | undefined) {
    this.#connection = connection;
    this.#versionOf = versionOf;
  }

  /** Number of queries that are not answered. */
  get pending(): number {
    return this.#pending;
  }

  /** Says, first of all, that queries are answered, if they are. */
  announce(): void {
    if (this.#versionOf !== undefined) this.#connection.send(frameType.tellsVersions, 0, []);
  }

  /** Answers a query, unless it is none. */
  async answer(id: number, payload: Buffer): Promise<void> {
    const realmId = decodeNumber(payload);
    if (this.#versionOf === undefined || realmId === null) return;
    this.#pending += 1;
    const version = await this.#versionOf(realmId);
    this.#pending -= 1;
    this.#connection.send(frameType.version, id, version === null ? [] : [encodeNumber(version)]);
    this.#connection.flush();
  }
}
