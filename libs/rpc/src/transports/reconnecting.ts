import type { Duplex } from "node:stream";

import type { KeyRing } from "@team-chat/identity";

import { Connection } from "../frames/connection.ts";
import type { Frame, ProtocolError } from "../frames/frame.ts";
import { Opening, type Roles } from "../frames/handshake.ts";
import type { Heartbeat } from "../frames/heartbeat.ts";
import type { Dial } from "./dial.ts";

interface ReconnectingSettings {
  readonly dial: Dial;
  readonly keys: KeyRing;
  readonly roles: Roles;
  readonly heartbeat: Heartbeat;
  /** Longest wait from dialing until both ends have proven the key. */
  readonly connectTimeoutMs: number;
  /** Called whenever `ready` has changed. */
  readonly onChange?: (() => void) | undefined;
}

interface ReconnectingEvents {
  frame(frame: Frame): void;
  /**
   * Is called after `onChange` when a connection ended, or none came about; with the error when the other end broke the
   * protocol.
   */
  lost(error: ProtocolError | undefined): void;
}

const firstDelayMs = 50;
const maxDelayMs = 500;
/** Longest wait of requests for a connection that is being made. */
const longestWaitMs = 250;
/** Until a process that serves HTTP only is asked for an upgrade again. */
const refusedDelayMs = 5000;

/** Dials one process again and again, ever more slowly while that fails, and makes the handshake of each connection. */
export class Reconnecting {
  readonly #settings: ReconnectingSettings;
  readonly #events: ReconnectingEvents;
  /** Until it has told that it is closed. */
  #socket: Duplex | undefined;
  #connection: Connection | undefined;
  #closed = false;
  #ready = false;
  #away = false;
  /** True if the other end served HTTP only when it was dialed last. */
  #isRefused = false;
  #awaited: PromiseWithResolvers<void> | undefined;
  #patience: NodeJS.Timeout | undefined;
  #delayMs = firstDelayMs;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: ReconnectingSettings, events: ReconnectingEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#dial();
  }

  /** Sends nothing while there is no connection. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** True while the connection takes requests: from the proof of the key until it ends, or the other end parts. */
  get ready(): boolean {
    return this.#ready;
  }

  /** True once it has stopped dialing. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Dials without waiting for the time to come, unless there is a connection or one is being made. */
  dialNow(): void {
    if (this.#closed || this.#socket !== undefined) return;
    clearTimeout(this.#timer);
    this.#dial();
  }

  /**
   * Does that unless the other end served HTTP only. Resolves when the connection that is being made takes requests,
   * comes to nothing or takes long; undefined while none is made.
   */
  connect(): Promise<void> | undefined {
    if (!this.#isRefused) this.dialNow();
    return this.#awaited?.promise;
  }

  /** Dials no more, and keeps the connection. */
  retire(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Dials no more, and gives up the connection. */
  close(): void {
    this.retire();
    this.#socket?.destroy();
  }

  /** True once the process was lost, or was not there when it was needed, until it is reached again. */
  get away(): boolean {
    return this.#away;
  }

  /** Notes that the process was needed and could not be reached by other means either. */
  missed(): void {
    this.#away ||= !this.#ready;
  }

  /** Takes no further requests on this connection; tells whether it took some until now. */
  part(): boolean {
    if (!this.#ready) return false;
    this.#away = true;
    this.#setReady(false);
    return true;
  }

  #dial(): void {
    this.#isRefused = false;
    this.#awaited = Promise.withResolvers();
    this.#patience = setTimeout(() => this.#endWait(), longestWaitMs);
    const socket = this.#settings.dial({
      accepted: () => this.#greet(socket),
      refused: () => (this.#isRefused = true),
    });
    this.#socket = socket;
    this.#timer = setTimeout(() => socket.destroy(), this.#settings.connectTimeoutMs);
    socket.on("close", () => this.#lose());
  }

  #greet(socket: Duplex): void {
    if (socket.destroyed) return;
    const { heartbeat, keys, roles } = this.#settings;
    const connection = new Connection(
      socket,
      { heartbeat, throttled: false },
      {
        frame: (frame) => {
          if (opening.trusted) this.#events.frame(frame);
          else if (opening.take(frame)) this.#open();
        },
        closed: () => undefined,
      },
    );
    const opening = new Opening(connection, keys, roles);
    this.#connection = connection;
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#delayMs = firstDelayMs;
    this.#away = false;
    this.#setReady(!this.#closed);
    this.#endWait();
  }

  #endWait(): void {
    clearTimeout(this.#patience);
    this.#awaited?.resolve();
    this.#awaited = undefined;
  }

  #setReady(ready: boolean): void {
    if (this.#ready === ready) return;
    this.#ready = ready;
    this.#settings.onChange?.();
  }

  #lose(): void {
    clearTimeout(this.#timer);
    const error = this.#connection?.error;
    this.#connection = undefined;
    this.#socket = undefined;
    if (!this.#closed) {
      this.#timer = setTimeout(
        () => this.#dial(),
        this.#isRefused ? refusedDelayMs : this.#delayMs,
      );
      this.#delayMs = Math.min(2 * this.#delayMs, maxDelayMs);
    }
    this.#away = true;
    this.#setReady(false);
    this.#events.lost(error);
    this.#endWait();
  }
}
