import type { IncomingMessage } from "node:http";

import { AppError } from "@team-chat/errors";

/**
 * The whole body, at most `maxBytes`.
 * @throws REQUEST_TOO_LARGE; BAD_REQUEST when the client goes away in the middle
 */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = () => {
      req.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      settle();
      req.pause();
      reject(tooLarge(maxBytes));
    };
    const onEnd = () => {
      settle();
      resolve(
        chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size),
      );
    };
    const onCut = () => {
      settle();
      reject(new AppError("BAD_REQUEST", "The request body is incomplete."));
    };
    req.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut);
  });
}

/** Whether the request announces a body that is not empty. */
export function hasBody(req: IncomingMessage): boolean {
  return (
    req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0
  );
}

/** The refusal of a body that is longer than allowed. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError("REQUEST_TOO_LARGE", `The request body is larger than ${maxBytes} bytes.`);
}
