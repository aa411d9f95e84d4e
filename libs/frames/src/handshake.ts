import type { Connection } from "./connection.ts";
import { type Frame, frameType } from "./frame.ts";
import { type Mac, nonceBytes, Proof } from "./proof.ts";

/** What the two ends of a connection are to each other; part of what they prove, so that no proof is good for the other end or another use. */
export interface Roles {
  readonly opener: string;
  readonly acceptor: string;
}

/** The handshake of the end that accepted the connection: it challenges first, and hears nothing from who cannot prove the key. */
export class Acceptance {
  readonly #connection: Connection;
  readonly #roles: Roles;
  readonly #proof: Proof;
  #trusted = false;

  constructor(connection: Connection, mac: Mac, roles: Roles) {
    this.#connection = connection;
    this.#roles = roles;
    this.#proof = new Proof(mac);
    connection.send(frameType.challenge, 0, [this.#proof.own]);
  }

  get trusted(): boolean {
    return this.#trusted;
  }

  /** A frame that came while the peer was not trusted; anything but its proof ends the connection. */
  take({ payload, type }: Frame): void {
    const other = payload.subarray(0, nonceBytes);
    const proof = payload.subarray(nonceBytes);
    if (type !== frameType.hello || !this.#proof.holds(this.#roles.opener, { other, proof })) {
      this.#connection.close();
      return;
    }
    this.#trusted = true;
    this.#connection.trust();
    this.#connection.send(frameType.welcome, 0, [this.#proof.make(this.#roles.acceptor, other)]);
  }
}

/** The handshake of the end that opened the connection. */
export class Opening {
  readonly #connection: Connection;
  readonly #roles: Roles;
  readonly #proof: Proof;
  #shown: Buffer | undefined;
  #trusted = false;

  constructor(connection: Connection, mac: Mac, roles: Roles) {
    this.#connection = connection;
    this.#roles = roles;
    this.#proof = new Proof(mac);
  }

  get trusted(): boolean {
    return this.#trusted;
  }

  /** A frame that came while the peer was not trusted. @returns whether it is trusted now; anything out of order ends the connection */
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
    else this.#connection.close();
    return this.#trusted;
  }
}
