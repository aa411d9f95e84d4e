import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

import { AppError } from "@team-chat/errors";
import { lengthOf } from "@team-chat/rpc";

import { errorAnswer } from "./answers/answer.ts";
import { lingerMs } from "./answers/end-after-request.ts";
import { answerError } from "./answers/write-answer.ts";

/** The last answer that node:http was given to write on a connection. */
export type LastAnswers = Pick<WeakMap<Duplex, ServerResponse>, "get">;

/**
 * Has a server answer with the error envelope what its parser refuses, and what node:http would refuse on its own:
 * bytes that are no HTTP, heads that are too long or do not come, expectations that nobody can meet, `CONNECT`.
 */
export function answerUnreadable(server: Server, answers: LastAnswers): void {
  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // The parser finds something wrong with everything that comes behind, too.
    if (refused.has(socket)) return;
    refused.add(socket);
    const refusal = refusalOf(error.code ?? "");
    if (refusal === undefined) socket.destroy();
    else refuseInTurn(socket, { refusal, running: answers.get(socket) });
  });
  server.on("checkExpectation", (_req, res) => {
    const message = "Nothing but 100-continue may be expected.";
    answerError(res, new AppError("EXPECTATION_FAILED", message));
  });
  server.on("connect", (_req, socket) => {
    refuse(socket, new AppError("METHOD_NOT_ALLOWED", "Method Not Allowed"));
  });
}

/** Undefined when the connection itself has failed. */
function refusalOf(code: string): AppError | undefined {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new AppError(
        "REQUEST_HEADER_FIELDS_TOO_LARGE",
        "The head of the request is too long.",
      );
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new AppError("REQUEST_TOO_LARGE", "The chunk extensions of the body are too long.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new AppError("REQUEST_TIMEOUT", "The request did not arrive in time.");
    default:
      return code.startsWith("HPE_")
        ? new AppError("BAD_REQUEST", "The request is not valid HTTP.")
        : undefined;
  }
}

interface Refused {
  readonly refusal: AppError;
  readonly running: ServerResponse | undefined;
}

/** Answers come in order: what was asked before is answered first. */
function refuseInTurn(socket: Duplex, { refusal, running }: Refused): void {
  if (running === undefined || running.writableFinished) refuse(socket, refusal);
  else if (running.req.complete) running.once("close", () => refuse(socket, refusal));
  // It is the body of this request that cannot be read.
  else if (running.headersSent || running.socket !== socket) socket.destroy();
  else refuse(socket, refusal);
}

/** Answers also a client that is still sending: a connection closed with something unread would be reset. */
function refuse(socket: Duplex, refusal: AppError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.on("close", () => clearTimeout(timer)).on("error", () => socket.destroy());
  socket.end(textOf(refusal), "latin1");
  socket.resume();
}

function textOf(refusal: AppError): string {
  const { body, headers, status } = errorAnswer(refusal);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Content-Length: ${lengthOf(body)}`, `Date: ${new Date().toUTCString()}`);
  lines.push("Connection: close", "", Buffer.concat(body).toString("latin1"));
  return lines.join("\r\n");
}
