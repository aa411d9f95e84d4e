import type { Duplex } from "node:stream";

import type { KeyRing } from "@team-chat/identity";

import { Connection } from "../frames/connection.ts";
import { type Frame, ProtocolError } from "../frames/frame.ts";
import { Acceptance } from "../frames/handshake.ts";
import type { Heartbeat } from "../frames/heartbeat.ts";
import { pieceBytes, windowPieces } from "../lengths.ts";
import { NumberedMap } from "../numbered-map.ts";
import { decodeRequest, encodeAnswerHead, encodeCost, frameType, roles } from "../protocol.ts";
import type { Answer, Dispatch, VersionOf } from "../request.ts";
import { bodyBytesOf } from "./answer-body.ts";
import { RpcRequest } from "./rpc-request.ts";
import { PieceWindow, sendLong } from "./send-long.ts";
import { VersionAnswers } from "./version-answers.ts";

export interface ServerConnectionSettings {
  readonly keys: KeyRing;
  readonly dispatch: Dispatch;
  readonly versionOf?: VersionOf | undefined;
  readonly heartbeat: Heartbeat;
  /** Called once, with the error when the caller broke the protocol. */
  readonly onClosed: (connection: ServerConnection, error: ProtocolError | undefined) => void;
}

/** A request that is being carried out or answered. */
interface Served {
  readonly id: number;
  readonly incoming: RpcRequest;
  /** Pieces of a long answer that may be sent; undefined until there is one. */
  window?: PieceWindow;
}

/** A server's end of the connection of one caller. */
export class ServerConnection {
  readonly #connection: Connection;
  readonly #acceptance: Acceptance;
  readonly #settings: ServerConnectionSettings;
  readonly #served = new NumberedMap<Served>();
  readonly #versions: VersionAnswers;
  #parted = false;

  constructor(socket: Duplex, settings: ServerConnectionSettings) {
    this.#settings = settings;
    this.#connection = new Connection(
      socket,
      { heartbeat: settings.heartbeat, throttled: true },
      { frame: (frame) => this.#receive(frame), closed: (error) => this.#end(error) },
    );
    this.#acceptance = new Acceptance(this.#connection, settings.keys, roles);
    this.#versions = new VersionAnswers(this.#connection, settings.versionOf);
  }

  /** Asks for no further requests; the connection ends when all that came before are answered. */
  stop(): void {
    if (this.#acceptance.trusted) this.#connection.send(frameType.stopping, 0, []);
    else this.#connection.close();
  }

  close(): void {
    this.#connection.close();
  }

  #receive(frame: Frame): void {
    const { id, payload, type } = frame;
    if (!this.#acceptance.trusted) this.#greet(frame);
    else if (type === frameType.askVersion) void this.#tellVersion(id, payload);
    else if (type === frameType.request) this.#begin(id, new RpcRequest(decodeRequest(payload)));
    else if (type === frameType.abandon) this.#abandon(id);
    else if (type === frameType.more) this.#served.get(id)?.window?.grant();
    else if (type === frameType.parted) {
      this.#parted = true;
      this.#endWhenDone();
    }
  }

  #greet(frame: Frame): void {
    this.#acceptance.take(frame);
    if (this.#acceptance.trusted) this.#versions.announce();
  }

  async #tellVersion(id: number, query: Buffer): Promise<void> {
    await this.#versions.answer(id, query);
    this.#endWhenDone();
  }

  #begin(id: number, incoming: RpcRequest): void {
    if (this.#served.has(id)) throw new ProtocolError("A request has the number of another.");
    void this.#serve(id, incoming);
  }

  async #serve(id: number, incoming: RpcRequest): Promise<void> {
    const served: Served = { id, incoming };
    this.#served.set(served);
    const answer = await this.#settings.dispatch(incoming);
    if (this.#served.get(id) === served) await this.#answer(served, answer);
    else await answer.stream?.cancel();
  }

  async #answer(served: Served, answer: Answer): Promise<void> {
    const { id } = served;
    const { cost } = answer;
    if (cost !== undefined) this.#connection.send(frameType.cost, id, [encodeCost(cost)]);
    const bytes = bodyBytesOf(answer);
    if (answer.stream === undefined && bytes <= pieceBytes * windowPieces) {
      this.#connection.send(frameType.answer, id, [
        encodeAnswerHead(answer, bytes),
        ...answer.body,
      ]);
    } else {
      const window = (served.window = new PieceWindow());
      await sendLong({ connection: this.#connection, id, window }, answer);
    }
    if (this.#served.get(id) === served) this.#done(id);
  }

  #abandon(id: number): void {
    const served = this.#served.get(id);
    this.#done(id);
    if (served !== undefined) giveUp(served);
  }

  #done(id: number): void {
    this.#served.delete(id);
    this.#endWhenDone();
  }

  #endWhenDone(): void {
    if (this.#parted && this.#served.size === 0 && this.#versions.pending === 0)
      this.#connection.end();
  }

  #end(error: ProtocolError | undefined): void {
    this.#settings.onClosed(this, error);
    for (const served of this.#served.takeAll()) giveUp(served);
  }
}

function giveUp({ incoming, window }: Served): void {
  incoming.abandon();
  window?.close();
}
