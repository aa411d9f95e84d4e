import { type ErrorCode, errorCodes } from "@team-chat/errors";

import type { Operation } from "./operation.ts";

/** Headers that answers are described with; others may come with any answer. */
export type AnswerHeader =
  | "Accept-Ranges"
  | "Content-Disposition"
  | "Content-Range"
  | "Location"
  | "Retry-After"
  | "WWW-Authenticate";

/** Description of all answers of an operation with one status. */
export interface DescribedAnswer {
  readonly status: number;
  /** Media types, among which `image/*` and the like stand for many; none when there is no body. */
  readonly types: readonly string[];
  /** Headers of such an answer: always there unless it is a refusal, and otherwise possible. */
  readonly headers: readonly AnswerHeader[];
  /** Of errors: all that have this status. */
  readonly codes: readonly ErrorCode[];
}

const json = ["application/json"] as const;

/** Media type of answers that are a JSON object on each line. */
export const linesType = "application/x-ndjson";

/** Lists every status that an operation can answer with, through the gateway, in ascending order. */
export function answersOf(operation: Operation): readonly DescribedAnswer[] {
  const answers = [...successesOf(operation), ...refusalsOf(errorCodesOf(operation))];
  return answers.toSorted((a, b) => a.status - b.status);
}

/** Describes the answers that codes come with. */
export function refusalsOf(all: readonly ErrorCode[]): readonly DescribedAnswer[] {
  const byStatus = Map.groupBy(all, (code) => errorCodes[code].status);
  return [...byStatus].map(([status, codes]) => {
    const headers = headersOfRefusal(status);
    return { status, types: json, headers, codes: codes.toSorted() };
  });
}

/** Answers that any operation may give, whatever it does. */
export const everywhere = [
  "REQUEST_TIMEOUT",
  "REQUEST_TOO_LARGE",
  "URI_TOO_LONG",
  "UNSUPPORTED_MEDIA_TYPE",
  "EXPECTATION_FAILED",
  "RATE_LIMIT_HIT",
  "REQUEST_HEADER_FIELDS_TOO_LARGE",
  "SERVICE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

/** Lists the codes that an operation declares, and those that any operation like it can answer with. */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const wires = Object.values(operation.params).map(({ wire }) => wire);
  const given = Object.values(operation.params).filter(({ wire }) => wire !== "path");
  const codes: ErrorCode[] = [
    "BAD_REQUEST",
    "INVALID_JSON",
    // Credentials that nobody asked for are checked all the same.
    "UNAUTHORIZED",
    "NONEXISTENT_SUBDOMAIN",
    ...everywhere,
    ...operation.errors,
  ];
  if (operation.scope !== "any") codes.push("KEY_SCOPE_REQUIRED");
  if (operation.auth === "none" || operation.auth === "optional") codes.push("REALM_DEACTIVATED");
  // An address whose variable part is malformed or empty leads to nothing.
  if (wires.includes("path")) codes.push("NOT_FOUND");
  if (given.length > 0) codes.push("REQUEST_VARIABLE_MISSING");
  if (given.some(({ aliases }) => aliases.length > 0)) codes.push("REQUEST_CONFUSING_VAR");
  return [...new Set(codes)];
}

function successesOf({ success }: Operation): DescribedAnswer[] {
  const plain = { types: json, headers: [], codes: [] };
  if (success === undefined) return [{ ...plain, status: 200 }];
  if (success.kind === "redirect")
    return [{ ...plain, status: 302, types: [], headers: ["Location"] }];
  if (success.kind === "lines") return [{ ...plain, status: 200, types: [linesType] }];
  const headers: AnswerHeader[] = ["Accept-Ranges"];
  if (success.isPrivate === true) headers.push("Content-Disposition");
  return [
    { ...plain, status: 200, types: success.types, headers },
    { ...plain, status: 206, types: success.types, headers: [...headers, "Content-Range"] },
    { ...plain, status: 416, types: [], headers: ["Content-Range"] },
  ];
}

function headersOfRefusal(status: number): readonly AnswerHeader[] {
  if (status === 401) return ["WWW-Authenticate"];
  if (status === 429 || status === 503) return ["Retry-After"];
  return [];
}

/** Tells whether a media type, without its parameters, is one of those that an answer is described with. */
export function isOfType(given: string, types: readonly string[]): boolean {
  const [name = ""] = given.split(";");
  const [kind = ""] = name.split("/");
  return [name.trim(), `${kind.trim()}/*`, "*/*"].some((one) => types.includes(one));
}
