import type { Duplex } from "node:stream";

import type { KeyRing } from "@team-chat/identity";

import { Connection, type Heartbeat } from "../frames/connection.ts";
import { type Frame, ProtocolError } from "../frames/frame.ts";
import { Acceptance } from "../frames/handshake.ts";
import { pieceBytes, windowPieces } from "../lengths.ts";
import { NumberedMap } from "../numbered-map.ts";
import {
  decodeNumber,
  decodeRequest,
  encodeAnswerHead,
  encodeNumber,
  frameType,
  roles,
} from "../protocol.ts";
import type { Answer, AnswerStream, Dispatch, VersionOf } from "../request.ts";
import { BodyReader, lengthOf } from "./body-reader.ts";
import { RpcRequest } from "./rpc-request.ts";
import { PieceWindow, sendStream } from "./send-stream.ts";

export interface ServerConnectionSettings {
  readonly keys: KeyRing;
  readonly dispatch: Dispatch;
  readonly versionOf?: VersionOf | undefined;
  readonly heartbeat: Heartbeat;
  /** Called once, with the error when the caller broke the protocol. */
  readonly onClosed: (connection: ServerConnection, error: ProtocolError | undefined) => void;
}

type StreamedAnswer = Answer & { readonly stream: AnswerStream };

/** A request that is being carried out or answered. */
interface Served {
  readonly id: number;
  readonly incoming: RpcRequest;
  /** The rest of a long answer, and how many pieces of it may be sent now. */
  rest: BodyReader | undefined;
  window: number;
  /** Of an answer that is read while it is sent. */
  streaming: PieceWindow | undefined;
}

/** A server's end of the connection of one caller. */
export class ServerConnection {
  readonly #connection: Connection;
  readonly #acceptance: Acceptance;
  readonly #settings: ServerConnectionSettings;
  readonly #served = new NumberedMap<Served>();
  /** Queries for versions that are not answered. */
  #queries = 0;
  #parted = false;

  constructor(socket: Duplex, settings: ServerConnectionSettings) {
    this.#settings = settings;
    this.#connection = new Connection(
      socket,
      { heartbeat: settings.heartbeat, throttled: true },
      { frame: (frame) => this.#receive(frame), closed: (error) => this.#end(error) },
    );
    this.#acceptance = new Acceptance(this.#connection, settings.keys, roles);
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
    else if (type === frameType.askVersion) void this.#tellVersion(id, decodeNumber(payload));
    else if (type === frameType.request) this.#begin(id, new RpcRequest(decodeRequest(payload)));
    else if (type === frameType.abandon) this.#abandon(id);
    else if (type === frameType.more) this.#grant(id);
    else if (type === frameType.parted) {
      this.#parted = true;
      this.#endWhenDone();
    }
  }

  #greet(frame: Frame): void {
    this.#acceptance.take(frame);
    if (this.#acceptance.trusted && this.#settings.versionOf !== undefined)
      this.#connection.send(frameType.tellsVersions, 0, []);
  }

  async #tellVersion(id: number, realmId: number | null): Promise<void> {
    const { versionOf } = this.#settings;
    if (versionOf === undefined || realmId === null) return;
    this.#queries += 1;
    const version = await versionOf(realmId);
    this.#queries -= 1;
    this.#connection.send(frameType.version, id, version === null ? [] : [encodeNumber(version)]);
    this.#connection.flush();
    this.#endWhenDone();
  }

  #begin(id: number, incoming: RpcRequest): void {
    if (this.#served.has(id)) throw new ProtocolError("A request has the number of another.");
    void this.#serve(id, incoming);
  }

  async #serve(id: number, incoming: RpcRequest): Promise<void> {
    const served = { id, incoming, rest: undefined, window: windowPieces, streaming: undefined };
    this.#served.set(served);
    const answer = await this.#settings.dispatch(incoming);
    if (this.#served.get(id) !== served) await answer.stream?.cancel();
    else if (answer.stream === undefined) this.#answer(id, served, answer);
    else await this.#stream(id, served, { ...answer, stream: answer.stream });
  }

  async #stream(id: number, served: Served, answer: StreamedAnswer): Promise<void> {
    const window = new PieceWindow();
    served.streaming = window;
    const receiver = { connection: this.#connection, id, window };
    await sendStream(receiver, encodeAnswerHead(answer, answer.stream.length), answer.stream);
    if (this.#served.get(id) === served) this.#done(id);
  }

  #answer(id: number, served: Served, answer: Answer): void {
    const bytes = lengthOf(answer.body);
    const head = encodeAnswerHead(answer, bytes);
    if (bytes <= pieceBytes * windowPieces) {
      this.#connection.send(frameType.answer, id, [head, ...answer.body]);
      this.#done(id);
      return;
    }
    served.rest = new BodyReader(answer.body);
    served.window -= 1;
    this.#connection.send(frameType.beginning, id, [head, ...served.rest.take(pieceBytes)]);
    this.#sendPieces(id, served);
  }

  #sendPieces(id: number, served: Served): void {
    const { rest } = served;
    if (rest === undefined) return;
    while (served.window > 0 && rest.left > 0) {
      served.window -= 1;
      const piece = rest.take(pieceBytes);
      this.#connection.send(rest.left > 0 ? frameType.piece : frameType.lastPiece, id, piece);
    }
    if (rest.left === 0) this.#done(id);
  }

  #grant(id: number): void {
    const served = this.#served.get(id);
    if (served === undefined) return;
    served.window += 1;
    served.streaming?.grant();
    this.#sendPieces(id, served);
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
    if (this.#parted && this.#served.size === 0 && this.#queries === 0) this.#connection.end();
  }

  #end(error: ProtocolError | undefined): void {
    this.#settings.onClosed(this, error);
    for (const served of this.#served.takeAll()) giveUp(served);
  }
}

function giveUp({ incoming, streaming }: Served): void {
  incoming.abandon();
  streaming?.close();
}
