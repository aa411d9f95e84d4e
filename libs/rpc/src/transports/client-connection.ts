import type { KeyRing } from "@team-chat/identity";

import type { Frame, ProtocolError } from "../frames/frame.ts";
import { type Heartbeat, requestHeartbeat } from "../frames/heartbeat.ts";
import { maxRequestBytes } from "../lengths.ts";
import {
  decodeAnswer,
  decodeCost,
  decodeNumber,
  encodeRequest,
  frameType,
  type RequestHead,
  roles,
} from "../protocol.ts";
import { CallFailure } from "./call-failure.ts";
import { Calls } from "./calls.ts";
import { type Dial, dialUpgrade } from "./dial.ts";
import { Reconnecting } from "./reconnecting.ts";
import { SentCall } from "./sent-call.ts";
import type { AnswerOptions, RequestBody, Transport } from "./transport.ts";
import { VersionQueries } from "./version-queries.ts";

export interface ClientConnectionSettings {
  /** `http://host:port` of the other process. */
  readonly origin: string;
  readonly keys: KeyRing;
  /** Requests that wait for the head of their answer at once; further ones wait for their turn. */
  readonly atOnce: number;
  readonly heartbeat?: Heartbeat;
  /** Opens the byte stream to the other process; by TCP when left out. */
  readonly dial?: Dial;
  /** Called whenever `ready` became true, or false again; before the calls of a broken connection hear of it. */
  readonly onChange?: () => void;
}

/** Longest wait for a connection, in ms. Requests go over HTTP meanwhile, those to an only process after a while. */
const connectTimeoutMs = 5000;

/** A client's end of the connection to one process; connects by itself, again and again, until it is closed. */
export class ClientConnection implements Transport {
  readonly #calls: Calls;
  readonly #versions = new VersionQueries();
  readonly #server: Reconnecting;
  #tellsVersions = false;

  constructor(settings: ClientConnectionSettings) {
    const { atOnce, heartbeat = requestHeartbeat, keys, onChange, origin } = settings;
    const { dial = (events) => dialUpgrade(origin, events) } = settings;
    const send = (id: number, { parts }: SentCall) =>
      this.#server.connection?.send(frameType.request, id, parts);
    this.#calls = new Calls({ atOnce, send });
    this.#server = new Reconnecting(
      { dial, keys, roles, heartbeat, connectTimeoutMs, onChange },
      {
        frame: (frame) => this.#receive(frame),
        lost: (error) => this.#lose(error),
      },
    );
  }

  /** True while requests can be sent. */
  get ready(): boolean {
    return this.#server.ready;
  }

  get away(): boolean {
    return this.#server.away;
  }

  connect(): Promise<void> | undefined {
    return this.#server.connect();
  }

  missed(): void {
    this.#server.missed();
  }

  reach(): void {
    this.#server.dialNow();
  }

  /**
   * Tells whether the request fits into a frame. A `HEAD` does not, because only HTTP states the length of a body that
   * is not sent.
   */
  carries(method: string, bodyBytes: number): boolean {
    return method !== "HEAD" && bodyBytes <= maxRequestBytes;
  }

  /** Sends a request, or has it wait for its turn. Only while `ready`. @throws Error when it does not carry the body */
  request(head: RequestHead, body: RequestBody, answer: AnswerOptions): SentCall {
    if (body !== null && !(body instanceof Uint8Array))
      throw new Error("A stream does not fit into a frame.");
    const call = new SentCall(this, encodeRequest(head, body), answer);
    this.#calls.add(call);
    return call;
  }

  /**
   * Asks for the version that the service's data of a realm had after this call; null when the other process does not
   * answer such questions, or went away. Only while `ready`.
   * @throws CallFailure when it does not answer in time
   */
  version(realmId: number, timeoutMs: number): Promise<number | null> {
    if (!this.#tellsVersions || this.#server.connection === undefined) return Promise.resolve(null);
    return this.#versions.ask(this.#server.connection, realmId, timeoutMs);
  }

  /** Takes no further requests; the connection ends when those under way are answered. */
  retire(): void {
    this.#server.retire();
    this.#part();
    if (this.#calls.size === 0) this.close();
  }

  /** Gives up the connection for good, and what is under way with it. */
  close(): void {
    this.#server.close();
  }

  sendMore({ id }: SentCall): void {
    this.#server.connection?.send(frameType.more, id, []);
  }

  forget(call: SentCall, tell: boolean): void {
    if (!this.#calls.delete(call)) return;
    if (tell) this.#server.connection?.send(frameType.abandon, call.id, []);
    if (!call.begun) this.answerBegun();
    if (this.#server.closed && this.#calls.size === 0) this.close();
  }

  answerBegun(): void {
    this.#calls.endTurn();
  }

  #lose(error: ProtocolError | undefined): void {
    this.#tellsVersions = false;
    this.#versions.lose();
    this.#calls.fail(
      error
        ? new CallFailure("CALL_CUT", "The other process broke the protocol.", { cause: error })
        : new CallFailure("CALL_CUT", "The other process went away."),
    );
  }

  #part(): void {
    if (!this.#server.part()) return;
    this.#server.connection?.send(frameType.parted, 0, []);
    this.#calls.failWaiting();
  }

  #receive({ id, payload, type }: Frame): void {
    if (type === frameType.version) {
      this.#versions.answered(id, decodeNumber(payload));
      return;
    }
    if (type === frameType.tellsVersions) this.#tellsVersions = true;
    if (type === frameType.stopping) this.#part();
    const call = this.#calls.get(id);
    if (call === undefined) return;
    if (type === frameType.answer || type === frameType.beginning) {
      call.answered(decodeAnswer(payload), type === frameType.answer);
    } else if (type === frameType.piece || type === frameType.lastPiece)
      call.continued(payload, type === frameType.lastPiece);
    else if (type === frameType.cost) call.costed(decodeCost(payload));
    else if (type === frameType.broken)
      call.fail(new CallFailure("CALL_CUT", "The answer broke off."));
  }
}
