import type { IncomingMessage } from "node:http";

import { AppError } from "@team-chat/errors";

import { maxFields, parseMultipart } from "./multipart.ts";
import type { GivenParameters } from "./parameters.ts";
import { hasBody, readBody } from "./read-body.ts";

const none: GivenParameters = new Map();

/**
 * The parameters of a request with any verb: form fields of the body first, then the query (reference/behaviour.md
 * §1.2). Of a name given twice in one place the last counts. A body of another type, such as JSON, is ignored.
 * @throws REQUEST_TOO_LARGE, BAD_REQUEST
 */
export async function readParameters(
  req: IncomingMessage,
  query: string,
  maxBytes: number,
): Promise<GivenParameters> {
  const fields = await readForm(req, maxBytes);
  if (query === "") return fields ?? none;
  const given = urlEncoded(query);
  if (fields !== undefined) for (const [name, value] of fields) given.set(name, value);
  return given;
}

async function readForm(
  req: IncomingMessage,
  maxBytes: number,
): Promise<Map<string, string> | undefined> {
  const type = req.headers["content-type"];
  if (type === undefined || !hasBody(req)) return undefined;
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return urlEncoded((await readBody(req, maxBytes)).toString("utf8"));
  if (/^multipart\/form-data\b/i.test(type))
    return parseMultipart(await readBody(req, maxBytes), type);
  return undefined;
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
