import { AppError } from "@team-chat/errors";
import type { IncomingRequest } from "@team-chat/rpc";

import { parseJsonBody } from "./json-body.ts";
import { maxFields, tooManyParameters } from "./most-fields.ts";
import { parseMultipart, type UploadedFile } from "./multipart.ts";
import { nullNameRefusal } from "./null-bytes.ts";
import type { GivenParameters } from "./parameters.ts";

const none: GivenParameters = new Map();

/** Media types that a body may have. */
const bodyTypes = [
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json",
] as const;

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
 * Reads the parameters of a request with any verb; without waiting where its whole body is here.
 * @throws REQUEST_TOO_LARGE, BAD_REQUEST, INVALID_JSON, UNSUPPORTED_MEDIA_TYPE
 */
export async function readParameters(
  request: IncomingRequest,
  query: string,
  { maxBytes, onFile }: { readonly maxBytes: number; readonly onFile: OnFile | undefined },
): Promise<GivenParameters> {
  if (!request.hasBody) return together(undefined, query);
  const contentType = request.header("content-type");
  // A body of unknown length may still be empty, and then its type does not matter.
  if (request.header("content-length") !== undefined) checkType(contentType);
  const body = await request.body(maxBytes);
  return parseParameters({ contentType, body, query }, onFile);
}

/**
 * Fields of the body first, which is a form or a JSON object, then those of the query
 * (docs/behaviour/api.md#parameters). Of a name given twice in one place the last counts. The type of an empty body
 * does not matter.
 * @throws BAD_REQUEST, INVALID_JSON; UNSUPPORTED_MEDIA_TYPE for a body of any other type
 */
export async function parseParameters(
  { body, contentType, query }: ParameterSource,
  onFile?: OnFile,
): Promise<GivenParameters> {
  if (body.length === 0) return together(undefined, query);
  switch (checkType(contentType)) {
    case "application/x-www-form-urlencoded":
      return together(urlEncoded(body.toString("utf8")), query);
    case "application/json":
      return together(parseJsonBody(body), query);
    case "multipart/form-data":
      return together(await parseMultipart(body, contentType ?? "", onFile), query);
  }
}

function checkType(contentType = ""): (typeof bodyTypes)[number] {
  const [type = ""] = contentType.split(";", 1);
  const found = bodyTypes.find((one) => one === type.trim().toLowerCase());
  if (found !== undefined) return found;
  throw new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    `The Content-Type of a body must be one of: ${bodyTypes.join(", ")}.`,
  );
}

function together(fields: Map<string, string> | undefined, query: string): GivenParameters {
  if (query === "") return fields ?? none;
  const given = urlEncoded(query);
  if (fields !== undefined) for (const [name, value] of fields) given.set(name, value);
  return given;
}

function urlEncoded(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    const refusal = count > maxFields ? tooManyParameters() : nullNameRefusal(name);
    if (refusal) throw refusal;
    fields.set(name, value);
  }
  return fields;
}
