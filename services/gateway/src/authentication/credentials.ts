import { AppError } from "@team-chat/errors";

import { unauthorized } from "./refusals.ts";

/** Holds what HTTP Basic authentication carries. */
export interface Credentials {
  readonly email: string;
  readonly apiKey: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const keyForm = /^[A-Za-z0-9]{32}$/;

/**
 * Reads a header `Authorization` (docs/behaviour/api.md#authentication).
 * @throws UNAUTHORIZED; BAD_REQUEST for a scheme other than Basic
 */
export function parseCredentials(header: string): Credentials {
  const [scheme = "", encoded, ...more] = header.trim().split(/\s+/);
  if (encoded === undefined || more.length > 0) throw malformedHeader();
  if (scheme.toLowerCase() !== "basic")
    throw new AppError("BAD_REQUEST", "This endpoint requires HTTP basic authentication.");
  const text = decoded(encoded);
  const [email, apiKey, ...rest] = text.split(":");
  if (email === undefined || apiKey === undefined || rest.length > 0) throw malformedHeader();
  // PostgreSQL, in which accounts are looked for, takes no text with a null byte.
  if (text.includes("\0")) throw malformedHeader();
  const credentials = { email: email.trim(), apiKey: apiKey.trim() };
  if (!keyForm.test(credentials.apiKey)) throw unauthorized("Malformed API key");
  return credentials;
}

function decoded(encoded: string): string {
  if (!base64Form.test(encoded)) throw malformedHeader();
  try {
    return utf8.decode(Buffer.from(encoded, "base64"));
  } catch {
    throw malformedHeader();
  }
}

function malformedHeader(): AppError {
  return unauthorized("Invalid authorization header for basic auth");
}
