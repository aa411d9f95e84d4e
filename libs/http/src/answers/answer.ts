import { linesType } from "@team-chat/contract";
import type { AppError } from "@team-chat/errors";
import {
  type Answer as TransportAnswer,
  type IncomingRequest,
  jsonHeaders,
  neverKept,
  pieceBytes,
  windowPieces,
} from "@team-chat/rpc";

import { type ByteRange, rangeOf } from "./byte-range.ts";
import { FileAnswer } from "./file-answer.ts";
import { LinesAnswer } from "./lines-answer.ts";
import { RedirectAnswer } from "./redirect-answer.ts";
import { RenderedFields } from "./rendered-fields.ts";
import { type FileSource, readWhole, StreamedBody } from "./streamed-body.ts";

/** An answer of an endpoint, whichever way it travels. */
export type Answer = TransportAnswer<StreamedBody>;

/** Files that are no longer than this are read before they are answered. */
const maxWholeFile = pieceBytes * windowPieces;

const envelopeHead = '{"result":"success","msg":""';

/** Makes an answer of a JSON text with the headers of every answer, and others behind them. */
export function jsonAnswer(status: number, text: string, extra: readonly string[] = []): Answer {
  const headers = extra.length === 0 ? jsonHeaders : [...jsonHeaders, ...extra];
  return { status, headers, body: [Buffer.from(`${text}\n`)] };
}

/** Writes the success envelope (docs/behaviour/api.md#answers). */
export function successAnswer(output: object, ignored?: readonly string[]): Answer {
  if (output instanceof RenderedFields) return renderedAnswer(output, ignored);
  const envelope = { result: "success", msg: "", ...output };
  const body =
    ignored === undefined ? envelope : { ...envelope, ignored_parameters_unsupported: ignored };
  return jsonAnswer(200, JSON.stringify(body));
}

function renderedAnswer(fields: RenderedFields, ignored?: readonly string[]): Answer {
  const head = fields.isEmpty ? envelopeHead : `${envelopeHead},`;
  const tail =
    ignored === undefined
      ? "}\n"
      : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}\n`;
  const body = [Buffer.from(head), ...fields.pieces, Buffer.from(tail)];
  return { status: 200, headers: jsonHeaders, body };
}

/**
 * Answers with a file that browsers may keep for ever, and that cannot do anything when it is opened by itself; of it
 * only the range that is asked for. A condition on the range (`If-Range`) is never met, because files have no
 * validators.
 * @throws what the file's source throws
 */
async function answerOfFile(
  { contentType, privateName, source }: FileAnswer,
  asked: Pick<IncomingRequest, "header">,
): Promise<Answer> {
  const scope = privateName === undefined ? "public" : "private";
  const headers = ["Content-Type", contentType, "Accept-Ranges", "bytes"];
  headers.push("Cache-Control", `${scope}, max-age=31536000, immutable`);
  if (privateName !== undefined)
    headers.push("Content-Disposition", dispositionOf(contentType, privateName));
  headers.push("X-Content-Type-Options", "nosniff");
  headers.push("Content-Security-Policy", "default-src 'none'; sandbox");
  const header = asked.header("if-range") === undefined ? asked.header("range") : undefined;
  const { size } = source;
  const range = rangeOf(header, size);
  if (range === "unsatisfiable")
    return { status: 416, headers: [...neverKept, "Content-Range", `bytes */${size}`], body: [] };
  if (range === null)
    return { status: 200, headers, ...(await contentOf(source, { first: 0, last: size - 1 })) };
  headers.push("Content-Range", `bytes ${range.first}-${range.last}/${size}`);
  return { status: 206, headers, ...(await contentOf(source, range)) };
}

async function contentOf(
  source: FileSource,
  range: ByteRange,
): Promise<Pick<Answer, "body" | "stream">> {
  const length = range.last - range.first + 1;
  if (length === 0) return { body: [] };
  if (length <= maxWholeFile) return { body: [await readWhole(source, range)] };
  return { body: [], stream: await StreamedBody.begin(source, range) };
}

/** Answers with lines, each of which ends with a line break. */
function answerOfLines({ lines }: LinesAnswer): Answer {
  const headers = ["Content-Type", linesType, "X-Content-Type-Options", "nosniff", ...neverKept];
  const body = lines.length === 0 ? [] : [Buffer.from(`${lines.join("\n")}\n`)];
  return { status: 200, headers, body };
}

/** Sends the client on; where to is asked again every time. */
function answerOfRedirect({ location }: RedirectAnswer): Answer {
  return { status: 302, headers: [...neverKept, "Location", location], body: [] };
}

/** Answers with what an operation returned, if that is no JSON; undefined if it is. */
export function answerOfOther(
  output: object,
  asked: Pick<IncomingRequest, "header">,
): Promise<Answer> | Answer | undefined {
  if (output instanceof FileAnswer) return answerOfFile(output, asked);
  if (output instanceof RedirectAnswer) return answerOfRedirect(output);
  return output instanceof LinesAnswer ? answerOfLines(output) : undefined;
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

/** Writes the error envelope with the headers that belong to the code; how long to wait is told in whole seconds. */
export function errorAnswer(error: AppError): Answer {
  const seconds = error.details["retry-after"];
  const retry = typeof seconds === "number" ? { "retry-after": Math.ceil(seconds) } : {};
  const details = { ...error.details, ...retry };
  const body = { result: "error", msg: error.message, code: error.wireCode, ...details };
  return jsonAnswer(error.status, JSON.stringify(body), headersOf(error, details));
}

/** Answers a failure that is nobody's business but ours; `breach` is shown in tests only. */
export function internalErrorAnswer(breach?: string): Answer {
  const body = {
    result: "error",
    msg: "Internal server error",
    code: "INTERNAL_ERROR",
    ...(breach === undefined ? {} : { breach }),
  };
  return jsonAnswer(500, JSON.stringify(body));
}

function headersOf(error: AppError, details: AppError["details"]): string[] {
  const headers: string[] = [];
  const seconds = details["retry-after"];
  if (typeof seconds === "number" && (error.status === 429 || error.status === 503))
    headers.push("Retry-After", String(seconds));
  if (error.code === "UNAUTHORIZED") headers.push("WWW-Authenticate", 'Basic realm="zulip"');
  if (error.code === "LOGGED_OUT") headers.push("WWW-Authenticate", 'Session realm="zulip"');
  const allowed = details["allowed_methods"];
  if (error.code === "METHOD_NOT_ALLOWED" && Array.isArray(allowed))
    headers.push("Allow", allowed.join(", "));
  return headers;
}
