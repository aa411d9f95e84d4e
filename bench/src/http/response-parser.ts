export interface RawResponse {
  readonly status: number;
  /** All bytes as received, head included. */
  readonly raw: Buffer;
  readonly body: Buffer;
  /** `performance.now()` when the last byte was read. */
  readonly receivedAt: number;
}

const headEnd = Buffer.from("\r\n\r\n");

/** Cuts one connection's bytes into responses; understands content-length and chunked bodies, nothing else. */
export class ResponseParser {
  #chunks: Buffer[] = [];
  #size = 0;
  /**
   * Bytes of the whole response, as far as it is known: until then chunks are kept as they come, so that a long
   * response is not copied for each of them.
   */
  #needed = 0;

  /**
   * Takes the next bytes and answers a response once it is complete.
   * @throws Error on bytes that are no response, and on bytes beyond the response (one request is in flight at a time).
   */
  push(chunk: Buffer): RawResponse | null {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) {
      return null;
    }
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [bytes];
    const bodyStart = bytes.indexOf(headEnd) + headEnd.length;
    if (bodyStart < headEnd.length) {
      return null;
    }
    const head = bytes.toString("latin1", 0, bodyStart).toLowerCase();
    this.#needed = bodyStart + lengthIn(head);
    const found = readBody(head, bytes.subarray(bodyStart));
    if (found === null) {
      return null;
    }
    if (found.length !== bytes.length - bodyStart) {
      throw new Error("the server sent bytes beyond the response");
    }
    this.#chunks = [];
    this.#size = 0;
    this.#needed = 0;
    return {
      status: readStatus(head),
      raw: bytes,
      body: found.body,
      receivedAt: performance.now(),
    };
  }
}

interface Body {
  readonly body: Buffer;
  /** Bytes on the wire. */
  readonly length: number;
}

function readStatus(head: string): number {
  const status = /^http\/1\.1 (?<status>\d{3})/.exec(head)?.groups?.["status"];
  if (status === undefined) {
    throw new Error(`not an HTTP/1.1 response: ${head.slice(0, 80)}`);
  }
  return Number(status);
}

/** NaN when the head does not say it. */
function lengthIn(head: string): number {
  return Number(/\r\ncontent-length: *(?<length>\d+)/.exec(head)?.groups?.["length"]);
}

function readBody(head: string, bytes: Buffer): Body | null {
  const length = lengthIn(head);
  if (!Number.isNaN(length)) {
    return bytes.length < length ? null : { body: bytes.subarray(0, length), length };
  }
  if (/\r\ntransfer-encoding: *chunked/.test(head)) {
    return readChunks(bytes);
  }
  const [statusLine = ""] = head.split("\r\n", 1);
  throw new Error(`a response with neither content-length nor chunks: ${statusLine.slice(0, 80)}`);
}

function readChunks(bytes: Buffer): Body | null {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) {
      return null;
    }
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) {
      throw new Error("a chunk without a size");
    }
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) {
      return null;
    }
    if (size === 0) {
      return { body: Buffer.concat(parts), length: next };
    }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
