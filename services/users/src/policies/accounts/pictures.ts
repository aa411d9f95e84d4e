import type { pictureTypes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { firstOfWebp } from "./webp.ts";

type PictureType = (typeof pictureTypes)[number];

interface Picture {
  readonly contentType: PictureType;
  readonly bytes: Buffer;
}

/** A picture that browsers show, and the first of several when it moves. */
interface CheckedPicture {
  readonly picture: Picture;
  readonly still: Picture | null;
}

/**
 * Looks at the bytes only, whatever the client calls them.
 * @throws BAD_REQUEST when they are no picture that can be kept
 */
export function checkedPicture(bytes: Buffer): CheckedPicture {
  const contentType = kindOf(bytes);
  if (contentType === null) throw new AppError("BAD_REQUEST", "Invalid image format");
  const stillBytes = firstPicture(contentType, bytes);
  return {
    picture: { contentType, bytes },
    still: stillBytes === null ? null : { contentType, bytes: stillBytes },
  };
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function kindOf(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 8).equals(pngStart)) return "image/png";
  const start = bytes.toString("latin1", 0, 12);
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("\u00FF\u00D8\u00FF")) return "image/jpeg";
  if (/^RIFF[^]{4}WEBP/.test(start)) return "image/webp";
  return null;
}

function firstPicture(contentType: PictureType, bytes: Buffer): Buffer | null {
  if (contentType === "image/gif") return firstOfGif(bytes);
  if (contentType === "image/webp") {
    const first = firstOfWebp(bytes);
    if (first === "broken") throw undecodable();
    return first;
  }
  return contentType === "image/png" ? firstOfPng(bytes) : null;
}

const animationChunks: ReadonlySet<string> = new Set(["acTL", "fcTL", "fdAT"]);

/** Returns an animated PNG without its animation, which is how other programs see it; null when it does not move. */
function firstOfPng(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 8)];
  let moves = false;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw undecodable();
    if (animationChunks.has(bytes.toString("latin1", at + 4, at + 8))) moves = true;
    else kept.push(bytes.subarray(at, end));
    at = end;
  }
  return moves ? Buffer.concat(kept) : null;
}

const gifTrailer = Buffer.from([0x3b]);

/** Returns a GIF with its first picture only; null when it has no other. */
function firstOfGif(bytes: Buffer): Buffer | null {
  const reader = new GifReader(bytes);
  let firstEnd = 0;
  for (let kind = reader.next(); kind !== "end"; kind = reader.next()) {
    if (kind !== "picture") continue;
    if (firstEnd > 0) return Buffer.concat([bytes.subarray(0, firstEnd), gifTrailer]);
    firstEnd = reader.at;
  }
  if (firstEnd === 0) throw undecodable();
  return null;
}

/** Goes over the blocks of a GIF without looking into pictures. */
class GifReader {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.at = 13 + tableSize(this.#byte(10));
  }

  /** Passes the next block and says what it was. */
  next(): "picture" | "extension" | "end" {
    if (this.at >= this.#bytes.length) return "end";
    const kind = this.#byte(this.at);
    if (kind === 0x3b) return "end";
    if (kind === 0x21) {
      this.at += 2;
      this.#passBlocks();
      return "extension";
    }
    if (kind !== 0x2c) throw undecodable();
    this.at += 11 + tableSize(this.#byte(this.at + 9));
    this.#passBlocks();
    return "picture";
  }

  #passBlocks(): void {
    let size = this.#byte(this.at);
    while (size > 0) {
      this.at += 1 + size;
      size = this.#byte(this.at);
    }
    this.at += 1;
  }

  #byte(at: number): number {
    const value = this.#bytes[at];
    if (value === undefined) throw undecodable();
    return value;
  }
}

/** Returns bytes of the colour table that the flags announce. */
function tableSize(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function undecodable(): AppError {
  return new AppError("BAD_REQUEST", "Could not decode image; did you upload an image file?");
}
