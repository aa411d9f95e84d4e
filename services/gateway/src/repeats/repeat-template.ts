const endOfHead = "\r\n\r\n";
const announcement = /\r\ncontent-length:[\t ]*(?<digits>\d+)[\t ]*(?=\r\n)/gi;
/** Of the length of a body. */
const maxDigits = 5;
const maxHeadLength = 4096;
const [digit0, digit9] = [0x30, 0x39];

/** One request that was found at the beginning of some bytes. */
export interface Repeated {
  readonly body: Buffer;
  /** What came behind it. */
  readonly rest: Buffer | undefined;
}

/**
 * The head of a request with a body as a client wrote it, by which its next one is known without being parsed: the same bytes but for the digits of
 * `Content-Length` are the same head.
 */
export class RepeatTemplate {
  readonly #before: Buffer;
  readonly #after: Buffer;

  private constructor(before: string, after: string) {
    this.#before = Buffer.from(before, "latin1");
    this.#after = Buffer.from(after, "latin1");
  }

  /** `text` was read by node:http as the whole head of one request; null when nothing can be told by it. */
  static of(text: string): RepeatTemplate | null {
    if (text.length > maxHeadLength || text.indexOf(endOfHead) !== text.length - endOfHead.length)
      return null;
    const [found, ...more] = text.matchAll(announcement);
    if (found === undefined || more.length > 0) return null;
    const digits = found.groups?.["digits"] ?? "";
    const start = found.index + found[0].indexOf(digits);
    return new RepeatTemplate(text.slice(0, start), text.slice(start + digits.length));
  }

  /** The request that the bytes begin with, "partly" while the rest of its body is missing; null when it is not (yet) known to be one with this head. */
  read(bytes: Buffer, maxBodyBytes: number): Repeated | "partly" | null {
    const [before, after] = [this.#before, this.#after];
    const digitsAt = before.length;
    if (bytes.length <= digitsAt || before.compare(bytes, 0, digitsAt) !== 0) return null;
    let at = digitsAt;
    let length = 0;
    for (; at < digitsAt + maxDigits; at += 1) {
      const digit = bytes[at] ?? 0;
      if (digit < digit0 || digit > digit9) break;
      length = 10 * length + digit - digit0;
    }
    const bodyAt = at + after.length;
    if (length === 0 || length > maxBodyBytes || bytes.length < bodyAt) return null;
    if (after.compare(bytes, at, bodyAt) !== 0) return null;
    const end = bodyAt + length;
    if (bytes.length < end) return "partly";
    const rest = bytes.length > end ? bytes.subarray(end) : undefined;
    return { body: bytes.subarray(bodyAt, end), rest };
  }
}
