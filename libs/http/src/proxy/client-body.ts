import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

import { tooLarge } from "@team-chat/rpc";

import { readBody } from "../parameters/read-body.ts";

/** A client's request whose body is passed on. */
interface BodySource {
  readonly req: IncomingMessage;
  /** No limit when left out. */
  readonly maxBodyBytes?: number;
}

/**
 * Bodies up to this size are read whole before they are passed on, so that another process can be asked when one is
 * gone.
 */
const maxWholeBody = 64 * 1024;

/** Reads a request's body, unless it is so long that it is passed on while it arrives. @throws REQUEST_TOO_LARGE */
export async function bodyOf({
  req,
  maxBodyBytes = Infinity,
}: BodySource): Promise<Buffer | "arriving"> {
  const announced = req.headers["content-length"];
  if (announced === undefined) return "arriving";
  const length = Number(announced);
  if (length > maxBodyBytes) throw tooLarge(maxBodyBytes);
  return length <= maxWholeBody ? readBody(req, maxWholeBody) : "arriving";
}

/**
 * Returns the body as it arrives; nothing of it is taken before it is asked for, so that another process can be given
 * the whole of it when the first takes none.
 */
export function streamOf({ req, maxBodyBytes = Infinity }: BodySource): Readable {
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBodyBytes) body.destroy(tooLarge(maxBodyBytes));
    else if (!body.push(chunk)) req.pause();
  };
  const onEnd = () => body.push(null);
  const onClose = () => {
    if (!req.readableEnded) body.destroy(new Error("The client went away."));
  };
  const body = new Readable({
    read() {
      if (!req.listeners("data").includes(onData))
        req.on("data", onData).on("end", onEnd).on("close", onClose);
      req.resume();
    },
    destroy(error, done) {
      req.off("data", onData).off("end", onEnd).off("close", onClose);
      done(error);
    },
  });
  // Who sends it hears of it as well, but perhaps not of what happens after the answer.
  return body.on("error", () => undefined);
}
