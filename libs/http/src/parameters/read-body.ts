import type { IncomingMessage } from "node:http";

import { AppError } from "@team-chat/errors";
import { tooLarge } from "@team-chat/rpc";

/**
 * Reads the whole body, at most `maxBytes`.
 * @throws REQUEST_TOO_LARGE; BAD_REQUEST when the client goes away in the middle
 */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > maxBytes)
    return Promise.reject(tooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      req.off("data", onData).off("end", onEnd).off("close", onCut);
      req.pause();
      reject(tooLarge(maxBytes));
    };
    // Nothing comes after the end, so that the listeners can stay: taking them away costs every request as much as
    // reading it.
    const onEnd = () => {
      resolve(
        chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size),
      );
    };
    const onCut = () => {
      if (!req.readableEnded)
        reject(new AppError("BAD_REQUEST", "The request body is incomplete."));
    };
    // An error says no more than the end of the connection that follows it.
    req.on("data", onData).on("end", onEnd).on("close", onCut);
  });
}

/** Tells whether the request announces a body that is not empty. */
export function hasBody(req: IncomingMessage): boolean {
  return (
    req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0
  );
}
