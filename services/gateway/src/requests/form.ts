import { type GivenParameters, hasBody, parseParameters, readBody } from "@team-chat/http";

import type { RequestHead } from "./client-request.ts";

/** Longest body that the gateway itself reads, in bytes. */
const maxFormBytes = 64 * 1024;

/** Holds the parameters of a request, and its body as it came. */
export interface Form {
  /** Empty when there is none. */
  readonly body: Buffer;
  readonly given: GivenParameters;
}

/**
 * Reads the parameters of a request out of its body and query.
 * @throws REQUEST_TOO_LARGE above 64 kB; BAD_REQUEST
 */
export async function readForm({ query, req }: RequestHead): Promise<Form> {
  const body = hasBody(req) ? await readBody(req, maxFormBytes) : Buffer.alloc(0);
  const contentType = req.headers["content-type"];
  return { body, given: await parseParameters({ contentType, body, query }) };
}
