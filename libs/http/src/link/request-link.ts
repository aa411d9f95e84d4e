import type { Socket } from "node:net";

import { Connection, type Frame, type Mac, Opening, type Pulse } from "@team-chat/frames";

import { LinkFailure } from "../transport-failure.ts";
import { dial } from "./dial.ts";
import { type AnswerReceiver, type CallLimits, LinkCall } from "./link-call.ts";
import {
  decodeAnswer,
  decodeNumber,
  encodeRequest,
  frameType,
  type RequestHead,
  roles,
} from "./protocol.ts";
import { linkPulse } from "./pulse.ts";
import { UnderWay } from "./under-way.ts";
import { VersionQuestions } from "./version-questions.ts";

export interface RequestLinkSettings {
  /** `http://host:port` of the other process. */
  readonly origin: string;
  readonly mac: Mac;
  /** Requests that wait for the head of their answer at once; further ones wait for their turn. */
  readonly atOnce: number;
  readonly pulse?: Pulse;
  /** Called whenever `ready` became true, or false again; before the calls of a broken link are told. */
  readonly onChange?: () => void;
}

const firstDelayMs = 50;
const maxDelayMs = 500;
/** Until a process that serves HTTP only is asked for a link again. */
const refusedDelayMs = 5000;
/** Nobody waits for it: requests go over HTTP meanwhile. */
const connectTimeoutMs = 5000;

/** The caller's end of the link to one process; connects by itself, again and again, until it is closed. */
export class RequestLink {
  readonly #settings: RequestLinkSettings;
  readonly #underWay = new UnderWay<LinkCall>();
  readonly #queue = new Set<LinkCall>();
  readonly #versions = new VersionQuestions();
  #tellsVersions = false;
  #socket: Socket | undefined;
  #connection: Connection | undefined;
  #ready = false;
  #closed = false;
  /** Requests under way of which no answer has begun: a client that reads a long one slowly holds up nobody. */
  #unanswered = 0;
  #lastId = 0;
  #delayMs = firstDelayMs;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: RequestLinkSettings) {
    this.#settings = settings;
    this.#connect();
  }

  /** Whether requests can be sent now. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Sends a request, or has it wait for its turn. Only while `ready`. */
  request(
    head: RequestHead,
    body: Uint8Array | null,
    answer: { readonly receiver: AnswerReceiver; readonly limits: CallLimits },
  ): LinkCall {
    const call = new LinkCall(this, encodeRequest(head, body), answer);
    if (this.#unanswered < this.#settings.atOnce) this.#send(call);
    else this.#queue.add(call);
    return call;
  }

  /** Sends the only request under way now instead of at the end of this turn: no other would share its write. */
  hurry(): void {
    if (this.#underWay.size === 1) this.#connection?.flush();
  }

  /**
   * The version that the service's data of a realm had after this call; null when the other process does not answer such questions, or went away. Only while `ready`.
   * @throws LinkFailure when it does not answer in time
   */
  version(realmId: number, timeoutMs: number): Promise<number | null> {
    if (!this.#tellsVersions || this.#connection === undefined) return Promise.resolve(null);
    return this.#versions.ask(this.#connection, realmId, timeoutMs);
  }

  /** Takes no further requests; the connection ends when those under way are answered. */
  retire(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#part();
    if (this.#underWay.size === 0) this.close();
  }

  /** Gives up the connection for good, and what is under way with it. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  sendMore({ id }: LinkCall): void {
    this.#connection?.send(frameType.more, id, []);
  }

  forget(call: LinkCall, tell: boolean): void {
    if (this.#queue.delete(call)) return;
    this.#underWay.delete(call.id);
    if (tell) this.#connection?.send(frameType.abandon, call.id, []);
    if (!call.begun) this.answerBegun();
    if (this.#closed && this.#underWay.size === 0) this.close();
  }

  answerBegun(): void {
    this.#unanswered -= 1;
    const [next] = this.#queue;
    if (next === undefined || !this.#ready) return;
    this.#queue.delete(next);
    this.#send(next);
  }

  #send(call: LinkCall): void {
    do this.#lastId = this.#lastId === 0xffff_ffff ? 1 : this.#lastId + 1;
    while (this.#underWay.has(this.#lastId));
    this.#unanswered += 1;
    this.#connection?.send(frameType.request, this.#lastId, call.parts);
    call.sent(this.#lastId);
    this.#underWay.set(call);
  }

  #connect(): void {
    const { origin } = this.#settings;
    let wasRefused = false;
    const socket = dial(origin, {
      accepted: () => this.#greet(socket),
      refused: () => (wasRefused = true),
    });
    this.#socket = socket;
    this.#timer = setTimeout(() => socket.destroy(), connectTimeoutMs);
    socket.on("close", () => this.#lose(wasRefused));
  }

  #greet(socket: Socket): void {
    const { mac, pulse = linkPulse } = this.#settings;
    const connection = new Connection(
      socket,
      { pulse, throttled: false },
      {
        frame: (frame) => {
          if (opening.trusted) this.#receive(frame);
          else if (opening.take(frame)) this.#open();
        },
        closed: () => undefined,
      },
    );
    const opening = new Opening(connection, mac, roles);
    this.#connection = connection;
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#delayMs = firstDelayMs;
    this.#setReady(!this.#closed);
  }

  #setReady(ready: boolean): void {
    if (this.#ready === ready) return;
    this.#ready = ready;
    this.#settings.onChange?.();
  }

  #lose(wasRefused: boolean): void {
    clearTimeout(this.#timer);
    this.#connection = undefined;
    this.#tellsVersions = false;
    this.#setReady(false);
    if (!this.#closed) {
      const delayMs = wasRefused ? refusedDelayMs : this.#delayMs;
      this.#delayMs = Math.min(2 * this.#delayMs, maxDelayMs);
      this.#timer = setTimeout(() => this.#connect(), delayMs);
    }
    this.#releaseQueue();
    this.#versions.lose();
    const cut = new LinkFailure("LINK_CUT", "The other process went away.");
    for (const call of this.#underWay.takeAll()) call.fail(cut);
  }

  /** Those that waited may go another way. */
  #releaseQueue(): void {
    const unsent = new LinkFailure("LINK_UNSENT", "The request was not sent.");
    for (const call of this.#queue) call.fail(unsent);
  }

  #part(): void {
    if (!this.#ready) return;
    this.#setReady(false);
    this.#connection?.send(frameType.parted, 0, []);
    this.#releaseQueue();
  }

  #receive({ id, payload, type }: Frame): void {
    if (type === frameType.version) {
      this.#versions.answered(id, decodeNumber(payload));
      return;
    }
    if (type === frameType.tellsVersions) this.#tellsVersions = true;
    if (type === frameType.stopping) this.#part();
    const call = this.#underWay.get(id);
    if (call === undefined) return;
    if (type === frameType.answer || type === frameType.beginning) {
      call.answered(decodeAnswer(payload), type === frameType.answer);
    } else if (type === frameType.piece || type === frameType.lastPiece)
      call.continued(payload, type === frameType.lastPiece);
    else if (type === frameType.broken)
      call.fail(new LinkFailure("LINK_CUT", "The answer broke off."));
  }
}
