import type { Socket } from "node:net";

import { Acceptance, Connection, type Frame, type Mac, type Pulse } from "@team-chat/frames";

import type { Answer } from "../answer.ts";
import type { Dispatch } from "../dispatcher.ts";
import type { StreamedBody } from "../streamed-body.ts";
import { BodyReader, lengthOf } from "./body-reader.ts";
import { pieceBytes, windowPieces } from "./lengths.ts";
import { LinkIncoming } from "./link-incoming.ts";
import {
  decodeNumber,
  decodeRequest,
  encodeAnswerHead,
  encodeNumber,
  frameType,
  roles,
} from "./protocol.ts";
import { PieceWindow, sendStream } from "./send-stream.ts";
import { UnderWay } from "./under-way.ts";

/** Tells the version that a realm's data have after this call; null when it cannot be told. */
export type TellVersion = (realmId: number, tell: (version: number | null) => void) => void;

export interface LinkPeerSettings {
  readonly mac: Mac;
  readonly dispatch: Dispatch;
  readonly tellVersion?: TellVersion | undefined;
  readonly pulse: Pulse;
  readonly onClosed: (peer: LinkPeer) => void;
}

type StreamedAnswer = Answer & { readonly stream: StreamedBody };

/** A request that is being carried out or answered. */
interface Served {
  readonly id: number;
  readonly incoming: LinkIncoming;
  /** What is still to be sent of a long answer, and how many pieces of it may be sent now. */
  rest: BodyReader | undefined;
  window: number;
  /** Of an answer that is read while it is sent. */
  streaming: PieceWindow | undefined;
}

/** A caller at the other end of a link. */
export class LinkPeer {
  readonly #connection: Connection;
  readonly #acceptance: Acceptance;
  readonly #settings: LinkPeerSettings;
  readonly #served = new UnderWay<Served>();
  /** Questions for versions that are not answered. */
  #questions = 0;
  #parted = false;

  constructor(socket: Socket, settings: LinkPeerSettings) {
    this.#settings = settings;
    this.#connection = new Connection(
      socket,
      { pulse: settings.pulse, throttled: true },
      { frame: (frame) => this.#receive(frame), closed: () => this.#end() },
    );
    this.#acceptance = new Acceptance(this.#connection, settings.mac, roles);
  }

  /** Asks for no further requests; the link ends when all that came before are answered. */
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
    else if (type === frameType.askVersion) this.#tellVersion(id, decodeNumber(payload));
    else if (type === frameType.request)
      void this.#serve(id, new LinkIncoming(decodeRequest(payload)));
    else if (type === frameType.abandon) this.#abandon(id);
    else if (type === frameType.more) this.#grant(id);
    else if (type === frameType.parted) {
      this.#parted = true;
      this.#endWhenDone();
    }
  }

  #greet(frame: Frame): void {
    this.#acceptance.take(frame);
    if (this.#acceptance.trusted && this.#settings.tellVersion !== undefined)
      this.#connection.send(frameType.tellsVersions, 0, []);
  }

  #tellVersion(id: number, realmId: number | null): void {
    const { tellVersion } = this.#settings;
    if (tellVersion === undefined || realmId === null) return;
    this.#questions += 1;
    tellVersion(realmId, (version) => {
      this.#questions -= 1;
      this.#connection.send(frameType.version, id, version === null ? [] : [encodeNumber(version)]);
      this.#connection.flush();
      this.#endWhenDone();
    });
  }

  async #serve(id: number, incoming: LinkIncoming): Promise<void> {
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
    if (this.#parted && this.#served.size === 0 && this.#questions === 0) this.#connection.end();
  }

  #end(): void {
    this.#settings.onClosed(this);
    for (const served of this.#served.takeAll()) giveUp(served);
  }
}

function giveUp({ incoming, streaming }: Served): void {
  incoming.abandon();
  streaming?.close();
}
