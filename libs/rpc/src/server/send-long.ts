import type { Connection } from "../frames/connection.ts";
import { stalledMs, windowPieces } from "../lengths.ts";
import { encodeAnswerHead, frameType } from "../protocol.ts";
import type { Answer } from "../request.ts";
import { bodyBytesOf, piecesOf } from "./answer-body.ts";

/** Counts the pieces of an answer that the other end still takes. */
export class PieceWindow {
  #count = windowPieces;
  #closed = false;
  #wake: (() => void) | undefined;

  /** Lets one more piece be sent. */
  grant(): void {
    this.#count += 1;
    this.#wake?.();
  }

  /** Lets no more pieces be sent. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  /** Waits until a piece may be sent. @returns false when none may, or none was wanted for too long */
  async take(): Promise<boolean> {
    if (this.#count === 0 && !this.#closed) await this.#change();
    if (this.#closed || this.#count === 0) return false;
    this.#count -= 1;
    return true;
  }

  async #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, stalledMs);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }
}

interface Receiver {
  readonly connection: Connection;
  readonly id: number;
  readonly window: PieceWindow;
}

/**
 * Sends the head of an answer and its body, which is longer than a piece, as fast as the other end takes it; or says
 * that the rest does not come.
 */
export async function sendLong(
  { connection, id, window }: Receiver,
  answer: Answer,
): Promise<void> {
  const bytes = bodyBytesOf(answer);
  let left = bytes;
  try {
    for await (const piece of piecesOf(answer)) {
      if (!(await window.take())) return;
      const isFirst = left === bytes;
      left -= piece.length;
      if (isFirst)
        connection.send(frameType.beginning, id, [encodeAnswerHead(answer, bytes), piece]);
      else connection.send(left > 0 ? frameType.piece : frameType.lastPiece, id, [piece]);
    }
  } catch {
    // The stream has reported it.
  } finally {
    if (left > 0) connection.send(frameType.broken, id, []);
  }
}
