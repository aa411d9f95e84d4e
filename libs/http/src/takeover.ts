import { IncomingMessage, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

import { formRefusal } from "./request-form.ts";
import type { LastAnswers } from "./unreadable-requests.ts";

/** Takes the connections of some requests out of node:http, to answer them with less work. */
export interface Takeover {
  /** Whether the connection of this request is to be taken; of the request the head has arrived. Asked once. */
  wants(req: IncomingMessage): boolean;
  /**
   * The connection is the callee's from now on, and so is whatever comes on it, beginning with `head`. To give it back: `server.emit("connection", socket)`,
   * then `socket.unshift` of what was read.
   */
  take(req: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Has clients be told with their answers that the connection ends. */
  stop(): void;
  /** Cuts all connections that were taken. */
  cut(): void;
}

/**
 * Has node:http see the requests that are wanted as if they asked for an upgrade, which is how it lets go of a connection. A request that was
 * sent before the answer to the one before it is left alone, since answers must come in order, and so is one that is to be refused for its form.
 */
export class TakeoverGate {
  readonly #takeovers: readonly Takeover[];
  readonly #answers: LastAnswers;
  readonly #takerOf = new WeakMap<IncomingMessage, Takeover>();

  constructor(takeovers: readonly Takeover[], answers: LastAnswers) {
    this.#takeovers = takeovers;
    this.#answers = answers;
  }

  take(req: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#takerOf.get(req)?.take(req, socket, head);
  }

  wants(req: IncomingMessage): boolean {
    if (this.#answers.get(req.socket)?.writableFinished === false) return false;
    if (formRefusal(req)) return false;
    const taker = this.#takeovers.find((takeover) => takeover.wants(req));
    if (taker !== undefined) this.#takerOf.set(req, taker);
    return taker !== undefined;
  }

  options(): Pick<ServerOptions, "IncomingMessage" | "shouldUpgradeCallback"> {
    const wants = (req: IncomingMessage) => this.wants(req);
    // Node's type does not know that the property is read and written while a request is being taken in, and read again after it.
    class Message extends IncomingMessage {
      declare asked: boolean | null;
      declare wanted: boolean | undefined;

      get upgrade(): boolean {
        return this.asked === true || (this.wanted ??= wants(this));
      }

      set upgrade(value: boolean | null) {
        this.asked = value;
      }
    }
    return {
      IncomingMessage: Message,
      shouldUpgradeCallback: (req) => ((req as Message).wanted ??= wants(req)),
    };
  }
}
