import { IncomingMessage, type ServerOptions, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Takes the connections of some requests out of node:http, to answer them with less work. */
export interface Takeover {
  /** Whether the connection of this request is to be taken; of the request the head has arrived. Asked several times. */
  wants(req: IncomingMessage): boolean;
  /**
   * The connection is the callee's from now on, and so is whatever comes on it, beginning with `head`. To give it back: `server.emit("connection", socket)`,
   * then `socket.unshift` of what was read.
   */
  take(req: IncomingMessage, socket: Socket, head: Buffer): void;
}

/**
 * Has node:http see the requests that are wanted as if they asked for an upgrade, which is how it lets go of a connection. A request that was
 * sent before the answer to the one before it is left alone: answers must come in order.
 */
export class TakeoverGate {
  readonly #takeover: Takeover;
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  constructor(takeover: Takeover) {
    this.#takeover = takeover;
  }

  /** Notes the last answer of a connection that is left to node:http. */
  note(socket: Socket, res: ServerResponse): void {
    this.#answers.set(socket, res);
  }

  take(req: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#takeover.take(req, socket, head);
  }

  wants(req: IncomingMessage): boolean {
    return this.#takeover.wants(req) && this.#answers.get(req.socket)?.writableFinished !== false;
  }

  options(): Pick<ServerOptions, "IncomingMessage" | "shouldUpgradeCallback"> {
    const wants = (req: IncomingMessage) => this.wants(req);
    // Node's type does not know that the property is read and written while a request is being taken in.
    class Message extends IncomingMessage {
      declare asked: boolean | null;

      get upgrade(): boolean {
        return this.asked === true || wants(this);
      }

      set upgrade(value: boolean | null) {
        this.asked = value;
      }
    }
    return { IncomingMessage: Message, shouldUpgradeCallback: wants };
  }
}
