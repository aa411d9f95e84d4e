import { type ErrorCode, errorCodes } from "@team-chat/errors";

import {
  type AnswerHeader,
  answersOf,
  type DescribedAnswer,
  everywhere,
  linesType,
  refusalsOf,
} from "./answers.ts";
import type { Operation } from "./operation.ts";
import { sentences } from "./sentences.ts";

type Json = Readonly<Record<string, unknown>>;

/** An exchange as it was recorded: what was sent, and what came back. */
export interface Example {
  readonly request: {
    readonly method: string;
    /** With host, as it was called; its query is in `parameters`. */
    readonly url: string;
    readonly isAuthenticated: boolean;
    readonly parameters: Readonly<Record<string, string>>;
    /** The name of a file that was sent along. */
    readonly file?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Absent of answers that are no JSON. */
    readonly body?: unknown;
  };
}

/** Recorded exchanges by the operation's name. */
export type Examples = ReadonlyMap<string, Example>;

const texts: Readonly<Record<number, string>> = {
  200: "Success",
  206: "The part of the file that was asked for in the header `Range`",
  302: "Success: the address to go on to",
  400: "The request is wrong, or may not be carried out",
  401: "There are no valid credentials",
  403: "The caller may not do this",
  404: "There is nothing at this address, or the caller may not know of it",
  405: "The address has no such method",
  409: "It exists already",
  408: "The request did not arrive in time",
  413: "The request is too long",
  414: "The address is too long",
  415: "The body is of a media type that is not understood",
  416: "The file has no such part",
  417: "The header `Expect` asks for what the server does not do",
  429: "Too many requests: try again later",
  431: "The headers are too long",
  503: "A part of the server does not answer: try again later",
};

/** Refusals that are the same for all operations, or for most of them; operations refer to them. */
const shared = refusalsOf([...everywhere, "KEY_SCOPE_REQUIRED"]);

/** Describes the `responses` of an operation. `schema` is that of its JSON object, or of that on each line. */
export function describeAnswers(operation: Operation, schema: Json, example?: Example): Json {
  return Object.fromEntries(
    answersOf(operation).map((answer) => [
      answer.status,
      answer.codes.length === 0
        ? describeSuccess(answer, schema, example)
        : describeRefusal(answer, example),
    ]),
  );
}

/** Answers, headers and schemas that operations refer to. */
export const answerComponents = {
  responses: Object.fromEntries(
    shared.map((answer) => [sharedName(answer), describeOwnRefusal(answer)]),
  ),
  headers: {
    "Accept-Ranges": { description: "Parts can be asked for.", schema: { const: "bytes" } },
    "Content-Disposition": {
      description: "Whether browsers show or save the file, and its name.",
      schema: { type: "string" },
    },
    "Content-Range": {
      description: "Which part of the file this is, and how long the file is.",
      schema: { type: "string", pattern: String.raw`^bytes (\d+-\d+|\*)/\d+$` },
    },
    Location: { description: "The address.", schema: { type: "string" } },
    "Retry-After": {
      description: "Seconds after which to try again.",
      schema: { type: "integer", minimum: 0 },
    },
    "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string" } },
  } satisfies Record<AnswerHeader, Json>,
  error: {
    type: "object",
    description: "Some codes add fields of their own.",
    properties: { result: { const: "error" }, msg: { type: "string" }, code: { type: "string" } },
    required: ["result", "msg", "code"],
  },
};

/** Lists the parameters of an example by name, as values. */
export function shownParameters(
  { params, path }: Operation,
  { request }: Example,
): ReadonlyMap<string, unknown> {
  const form = path
    .replaceAll(/\{(\w+)\*\}/g, "(?<$1>.+)")
    .replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const inPath = new RegExp(`${form}$`).exec(request.url)?.groups ?? {};
  const given = { ...request.parameters, ...inPath };
  return new Map(
    Object.entries(given).map(([name, text]) => {
      const { schema, wire } = params[name] ?? {};
      if (wire === "json") return [name, parsed(text)] as const;
      if (wire !== "path") return [name, text] as const;
      const decoded = decodeURIComponent(text);
      return [
        name,
        schema?.safeParse(Number(decoded)).success ? Number(decoded) : decoded,
      ] as const;
    }),
  );
}

/** Texts that are no JSON stand for themselves where texts are taken. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function describeSuccess(
  { headers, status, types }: DescribedAnswer,
  schema: Json,
  example: Example | undefined,
): Json {
  const json = { schema, ...exampleOf(status, example) };
  const content = Object.fromEntries(
    types.map((type) => [type, type === "application/json" || type === linesType ? json : {}]),
  );
  return {
    description: textOf(status),
    ...describeHeaders(headers),
    ...(types.length === 0 ? {} : { content }),
  };
}

function describeRefusal(answer: DescribedAnswer, example: Example | undefined): Json {
  const same = shared.find(({ codes }) => codes.join() === answer.codes.join());
  if (same === undefined) return describeOwnRefusal(answer, example);
  return { $ref: `#/components/responses/${sharedName(same)}` };
}

function describeOwnRefusal({ codes, headers, status }: DescribedAnswer, example?: Example): Json {
  const known = [...new Set(codes.map(wireCode))].toSorted();
  const schema = {
    allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { enum: known } } }],
  };
  return {
    description: textOf(status),
    ...describeHeaders(headers),
    content: { "application/json": { schema, ...exampleOf(status, example) } },
  };
}

function sharedName({ status }: DescribedAnswer): string {
  return `Status${status}`;
}

function exampleOf(status: number, example: Example | undefined): Json {
  return example?.response.status === status && example.response.body !== undefined
    ? { example: example.response.body }
    : {};
}

function describeHeaders(names: readonly AnswerHeader[]): Json {
  if (names.length === 0) return {};
  const entries = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
  return { headers: Object.fromEntries(entries) };
}

function textOf(status: number): string {
  return sentences(texts[status] ?? `Status ${status}`);
}

function wireCode(code: ErrorCode): string {
  const facts = errorCodes[code];
  return "wire" in facts ? facts.wire : code;
}
