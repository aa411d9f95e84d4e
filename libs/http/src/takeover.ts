import { IncomingMessage, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

import { formRefusal } from "./request-form.ts";
import type { LastAnswers } from "./unreadable-requests.ts";

/** Takes the connections of some requests out of node:http, to answer them with less work. */
export interface Takeover {
  /** Tells whether to take the connection of this request, whose head has arrived. Asked once. */
  wants(req: IncomingMessage): boolean;
  /**
   * Gives the connection to the callee, and with it whatever comes on it, beginning with `head`. To give it back:
   * `server.emit("connection", socket)`, then `socket.unshift` of what was read.
   */
  take(req: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Cuts all connections that were taken. */
  cut(): void;
}

/**
 * Has node:http see the requests that are wanted as if they asked for an upgrade, which is how it lets go of a
 * connection. A request that was sent before the answer to the one before it is left alone, since answers must come in
 * order, and so is one that is to be refused for its form.
 */
export class TakeoverGate {
  readonly #takeover: Takeover;
  readonly #answers: LastAnswers;

  constructor(takeover: Takeover, answers: LastAnswers) {
    this.#takeover = takeover;
    this.#answers = answers;
  }

  take(req: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#takeover.take(req, socket, head);
  }

  wants(req: IncomingMessage): boolean {
    if (this.#answers.get(req.socket)?.writableFinished === false) return false;
    return formRefusal(req) === undefined && this.#takeover.wants(req);
  }

  options(): Pick<ServerOptions, "IncomingMessage" | "shouldUpgradeCallback"> {
    const wants = (req: IncomingMessage) => this.wants(req);
    // Node's type does not know that the property is read and written while a request is being taken in, and read again
    // after it.
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
