import { randomBytes } from "node:crypto";

import type { KeyRing } from "@team-chat/identity";

import type { Connection } from "./connection.ts";
import { type Frame, frameType, ProtocolError } from "./frame.ts";

/** Bytes of each side's random part of the handshake. */
const nonceBytes = 32;

/** Both sides know a key of the installation and prove it without showing it, each over random bytes of both. */
class Proof {
  readonly #keys: KeyRing;
  readonly own = randomBytes(nonceBytes);

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  make(role: string, other: Buffer): Buffer {
    return this.#keys.mac([`link ${role}`, this.own, other]);
  }

  holds(role: string, given: { other: Buffer; proof: Buffer }): boolean {
    return this.#keys.find([`link ${role}`, given.other, this.own], given.proof) !== undefined;
  }
}

/** Names the two ends of a connection. Proofs contain the names, so that none is good for the other end or protocol. */
export interface Roles {
  readonly opener: string;
  readonly acceptor: string;
}

/**
 * Makes the handshake of the end that accepted the connection: it challenges first, and reads nothing before the proof.
 */
export class Acceptance {
  readonly #connection: Connection;
  readonly #roles: Roles;
  readonly #proof: Proof;
  #trusted = false;

  constructor(connection: Connection, keys: KeyRing, roles: Roles) {
    this.#connection = connection;
    this.#roles = roles;
    this.#proof = new Proof(keys);
    connection.send(frameType.challenge, 0, [this.#proof.own]);
  }

  get trusted(): boolean {
    return this.#trusted;
  }

  /** Takes a frame that came while the peer was not trusted; anything but its proof ends the connection. */
  take({ payload, type }: Frame): void {
    const other = payload.subarray(0, nonceBytes);
    const proof = payload.subarray(nonceBytes);
    if (type !== frameType.hello || !this.#proof.holds(this.#roles.opener, { other, proof })) {
      this.#connection.fail(new ProtocolError("The caller has not proven the key."));
      return;
    }
    this.#trusted = true;
    this.#connection.trust();
    this.#connection.send(frameType.welcome, 0, [this.#proof.make(this.#roles.acceptor, other)]);
  }
}

/** Makes the handshake of the end that opened the connection. */
export class Opening {
  readonly #connection: Connection;
  readonly #roles: Roles;
  readonly #proof: Proof;
  #shown: Buffer | undefined;
  #trusted = false;

  constructor(connection: Connection, keys: KeyRing, roles: Roles) {
    this.#connection = connection;
    this.#roles = roles;
    this.#proof = new Proof(keys);
  }

  get trusted(): boolean {
    return this.#trusted;
  }

  /**
   * Takes a frame that came while the peer was not trusted; anything out of order ends the connection.
   * @returns whether the peer is trusted now
   */
  take({ payload, type }: Frame): boolean {
    if (
      this.#shown === undefined &&
      type === frameType.challenge &&
      payload.length === nonceBytes
    ) {
      this.#shown = Buffer.from(payload);
      const { opener } = this.#roles;
      const proof = this.#proof.make(opener, this.#shown);
      this.#connection.send(frameType.hello, 0, [this.#proof.own, proof]);
      return false;
    }
    const { acceptor } = this.#roles;
    this.#trusted =
      this.#shown !== undefined &&
      type === frameType.welcome &&
      this.#proof.holds(acceptor, { other: this.#shown, proof: payload });
    if (this.#trusted) this.#connection.trust();
    else this.#connection.fail(new ProtocolError("The server has not proven the key."));
    return this.#trusted;
  }
}
