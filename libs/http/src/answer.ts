import type { ServerResponse } from "node:http";

import type { AppError } from "@team-chat/errors";

import { endWithPieces } from "./byte-body.ts";
import type { FileAnswer } from "./file-answer.ts";
import type { RedirectAnswer } from "./redirect-answer.ts";
import { RenderedFields } from "./rendered-fields.ts";

const envelopeHead = '{"result":"success","msg":""';

type Header = readonly [name: string, value: string];

/** Writes a JSON text with the headers of every answer; headers set on the response before are kept. */
export function answerJson(
  res: ServerResponse,
  status: number,
  answer: { body: string; extra?: readonly Header[] },
): void {
  if (res.headersSent || res.destroyed) return;
  setJsonHeaders(res);
  for (const [name, value] of answer.extra ?? []) res.setHeader(name, value);
  // A body that is too long, or was begun and then given up, is not read to its end, so no next request can follow.
  if (status === 413 || (res.req.readableDidRead && !res.req.complete)) res.shouldKeepAlive = false;
  res.statusCode = status;
  res.end(`${answer.body}\n`);
}

function setJsonHeaders(res: ServerResponse): void {
  res.setHeader("Content-Type", "application/json");
  forbidKeeping(res);
}

/** Writes the success envelope (reference/behaviour.md §1.1). */
export function answerSuccess(
  res: ServerResponse,
  output: object,
  ignored?: readonly string[],
): void {
  if (output instanceof RenderedFields) {
    answerRendered(res, output, ignored);
    return;
  }
  const envelope = { result: "success", msg: "", ...output };
  const body =
    ignored === undefined ? envelope : { ...envelope, ignored_parameters_unsupported: ignored };
  answerJson(res, 200, { body: JSON.stringify(body) });
}

/** Writes a file that browsers may keep for ever, and that cannot do anything when it is opened by itself. */
export function answerFile(
  res: ServerResponse,
  { contentType, bytes, privateName }: FileAnswer,
): void {
  if (res.headersSent || res.destroyed) return;
  res.setHeader("Content-Type", contentType);
  res.setHeader("Content-Length", bytes.length);
  const scope = privateName === undefined ? "public" : "private";
  res.setHeader("Cache-Control", `${scope}, max-age=31536000, immutable`);
  if (privateName !== undefined)
    res.setHeader("Content-Disposition", dispositionOf(contentType, privateName));
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
  res.statusCode = 200;
  res.end(bytes);
}

/** Sends the client on; where to is asked again every time. */
export function answerRedirect(res: ServerResponse, { location }: RedirectAnswer): void {
  if (res.headersSent || res.destroyed) return;
  forbidKeeping(res);
  res.setHeader("Location", location);
  res.setHeader("Content-Length", 0);
  res.statusCode = 302;
  res.end();
}

function forbidKeeping(res: ServerResponse): void {
  res.setHeader("Cache-Control", "max-age=0, no-cache, no-store, must-revalidate, private");
  res.setHeader("Expires", "Thu, 01 Jan 1970 00:00:00 GMT");
}

/** Pictures, sound, films and plain text are shown; everything else is saved. */
function dispositionOf(contentType: string, name: string): string {
  const kind = /^(?:image|audio|video)\/|^text\/plain/.test(contentType) ? "inline" : "attachment";
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

function answerRendered(
  res: ServerResponse,
  fields: RenderedFields,
  ignored?: readonly string[],
): void {
  if (res.headersSent || res.destroyed) return;
  setJsonHeaders(res);
  const head = fields.isEmpty ? envelopeHead : `${envelopeHead},`;
  const tail =
    ignored === undefined
      ? "}\n"
      : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}\n`;
  endWithPieces(res, [Buffer.from(head), ...fields.pieces, Buffer.from(tail)]);
}

/** Writes the error envelope with the headers that belong to the code. */
export function answerError(res: ServerResponse, error: AppError): void {
  const body = { result: "error", msg: error.message, code: error.wireCode, ...error.details };
  answerJson(res, error.status, { body: JSON.stringify(body), extra: headersOf(error) });
}

/** Writes the answer to a failure that is nobody's business but ours; `breach` is shown in tests only. */
export function answerInternalError(res: ServerResponse, breach?: string): void {
  const body = {
    result: "error",
    msg: "Internal server error",
    ...(breach === undefined ? {} : { breach }),
  };
  answerJson(res, 500, { body: JSON.stringify(body) });
}

function headersOf(error: AppError): Header[] {
  const headers: Header[] = [];
  const seconds = error.details["retry-after"];
  if (typeof seconds === "number" && (error.status === 429 || error.status === 503))
    headers.push(["Retry-After", String(seconds)]);
  if (error.code === "UNAUTHORIZED") headers.push(["WWW-Authenticate", 'Basic realm="zulip"']);
  const allowed = error.details["allowed_methods"];
  if (error.code === "METHOD_NOT_ALLOWED" && Array.isArray(allowed))
    headers.push(["Allow", allowed.join(", ")]);
  return headers;
}
