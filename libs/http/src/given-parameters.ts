import { AppError } from "@team-chat/errors";

import { ArrivingForm } from "./arriving-form.ts";
import type { Incoming } from "./incoming.ts";
import { maxFields, parseMultipart } from "./multipart.ts";
import type { GivenParameters } from "./parameters.ts";
import type { UploadedFile } from "./uploaded-file.ts";

const none: GivenParameters = new Map();
const nothing = Buffer.alloc(0);
const urlEncodedForm = /^application\/x-www-form-urlencoded\b/i;
const multipartForm = /^multipart\/form-data\b/i;

type OnFile = (file: UploadedFile) => void;

/** The parts of a request that hold parameters. */
export interface ParameterSource {
  readonly contentType: string | undefined;
  /** Empty when there is none. */
  readonly body: Buffer;
  /** Without the question mark. */
  readonly query: string;
}

/**
 * The parameters of a request with any verb, read from it; without waiting where its whole body is here.
 * @throws REQUEST_TOO_LARGE, BAD_REQUEST
 */
export function readParameters(
  request: Incoming,
  query: string,
  { maxBytes, onFile }: { readonly maxBytes: number; readonly onFile: OnFile | undefined },
): GivenParameters | Promise<GivenParameters> {
  const contentType = request.header("content-type");
  if (!request.hasBody || !isForm(contentType))
    return parseParameters({ contentType, body: nothing, query }, onFile);
  const body = request.body(maxBytes);
  return body instanceof Promise
    ? body.then((whole) => parseParameters({ contentType, body: whole, query }, onFile))
    : parseParameters({ contentType, body, query }, onFile);
}

/**
 * Fields of the form body first, then the query (reference/behaviour.md §1.2). Of a name given twice in one place the last
 * counts. A body of another type, such as JSON, is ignored.
 * @throws BAD_REQUEST
 */
export function parseParameters(
  { body, contentType = "", query }: ParameterSource,
  onFile?: OnFile,
): GivenParameters | Promise<GivenParameters> {
  if (body.length === 0) return together(undefined, query);
  if (urlEncodedForm.test(contentType)) return together(urlEncoded(body.toString("utf8")), query);
  if (!multipartForm.test(contentType)) return together(undefined, query);
  return parseMultipart(body, contentType, onFile).then((fields) => together(fields, query));
}

function together(fields: Map<string, string> | undefined, query: string): GivenParameters {
  if (query === "") return fields ?? none;
  const given = urlEncoded(query);
  if (fields !== undefined) for (const [name, value] of fields) given.set(name, value);
  return given;
}

/** The multipart body of a request, to be read while it arrives; undefined when it has none. @throws BAD_REQUEST */
export function openForm(request: Incoming, maxFieldBytes: number): ArrivingForm | undefined {
  const contentType = request.header("content-type") ?? "";
  if (!request.hasBody || !multipartForm.test(contentType)) return undefined;
  return new ArrivingForm(request.stream(), contentType, maxFieldBytes);
}

function isForm(contentType = ""): boolean {
  return urlEncodedForm.test(contentType) || multipartForm.test(contentType);
}

function urlEncoded(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > maxFields)
      throw new AppError("BAD_REQUEST", `A request has at most ${maxFields} parameters.`);
    fields.set(name, value);
  }
  return fields;
}
