import { z } from "zod";

import { withIdMinimum } from "./id-minimum.ts";
import {
  answerComponents,
  describeAnswers,
  type Example,
  type Examples,
  shownParameters,
} from "./openapi-answers.ts";
import type { Operation } from "./operation.ts";
import { nouns } from "./operations.ts";
import { type Param, text } from "./param.ts";
import { sentences } from "./sentences.ts";
import { featureLevel, serverVersion } from "./version.ts";

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document, ready for JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  /** The nouns that operations are about. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

/** Recursive schemas by the name under which they are referred to. */
type SharedSchemas = Record<string, unknown>;

/** Describes operations as an OpenAPI 3.1 document; the same operations, in any order, give the same document. */
export function buildOpenApi(
  operations: readonly Operation[],
  examples: Examples = new Map(),
): OpenApiDocument {
  const shared: SharedSchemas = {};
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations.toSorted(byAddress)) {
    const path = operation.path.replaceAll("*}", "}");
    const methods = (paths[path] ??= {});
    const example = examples.get(operation.name);
    methods[operation.method.toLowerCase()] = describeOperation(operation, shared, example);
  }
  const { error, headers, responses } = answerComponents;
  return {
    openapi: "3.1.1",
    info: {
      title: "Team Chat",
      version: `${serverVersion} (feature level ${featureLevel})`,
      description: about,
    },
    servers: [{ url: "/api/v1" }],
    tags: nouns.map(({ doc, title }) => ({ name: title, description: doc })),
    paths,
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "E-mail address and API key." },
      },
      headers,
      responses,
      schemas: { Error: error, ...shared },
    },
  };
}

const about =
  "A team chat server that speaks the Zulip API. Which organization is meant follows from the host name. A parameter that an operation does not know is named in `ignored_parameters_unsupported`.";

function byAddress(a: Operation, b: Operation): number {
  const [first, second] = [`${a.path} ${a.method}`, `${b.path} ${b.method}`];
  return Number(first > second) - Number(first < second);
}

function describeOperation(operation: Operation, shared: SharedSchemas, example?: Example): Json {
  const [summary = "", ...rest] = operation.doc.trim().split("\n");
  const description = rest.join("\n").trim();
  return {
    operationId: operation.name,
    tags: [nounOf(operation)],
    summary,
    ...(description === "" ? {} : { description: sentences(description) }),
    ...describeParams(operation, shared, example),
    responses: describeAnswers(operation, objectSchema(operation, shared), example),
    security: describeSecurity(operation),
    ...(example === undefined ? {} : { "x-example": example }),
  };
}

const nounTitles = new Map(
  nouns.flatMap((noun) => noun.operations.map(({ name }) => [name, noun.title] as const)),
);

function nounOf({ name }: Operation): string {
  return nounTitles.get(name) ?? "Other";
}

function describeParams(operation: Operation, shared: SharedSchemas, example?: Example): Json {
  const shape = Object.fromEntries(
    Object.entries(operation.params).map(([name, { schema }]) => [name, schema]),
  );
  const { properties = {}, required = [] } = toSchema(operation, z.object(shape), shared);
  const inForm = operation.method !== "GET" && operation.method !== "DELETE";
  const shown = example === undefined ? new Map() : shownParameters(operation, example);
  const entries = Object.entries(operation.params).map(([name, param]): Entry => {
    const schema = withAliases(properties[name] ?? {}, param);
    return { name, param, schema, required: required.includes(name), shown: shown.get(name) };
  });
  const fields = entries.filter(({ param }) => inForm && param.wire !== "path");
  const others = entries.filter((entry) => !fields.includes(entry)).map(describeParameter);
  return {
    ...(others.length === 0 ? {} : { parameters: others }),
    ...describeBody(operation, fields),
  };
}

interface Entry {
  readonly name: string;
  readonly param: Param;
  readonly schema: Json;
  readonly required: boolean;
  /** The value in the example, undefined when it is left out. */
  readonly shown: unknown;
}

function describeParameter({ name, param, schema, shown, required }: Entry): Json {
  const place = param.wire === "path" ? { in: "path", required: true } : { in: "query", required };
  const description = schema["description"];
  const example = shown === undefined ? {} : { example: shown };
  return {
    name,
    ...place,
    ...(description === undefined ? {} : { description }),
    ...(param.wire === "json"
      ? { content: { "application/json": { schema, ...example } } }
      : { schema, ...example }),
  };
}

/** Parameters come as a form or as the members of a JSON object; files in parts of a form only. */
function describeBody({ upload }: Operation, fields: readonly Entry[]): Json {
  const form = describeForm(fields);
  const { encoding: _encoding, ...object } = form;
  const plain = { "application/json": object, "application/x-www-form-urlencoded": form };
  const required = fields.some((field) => field.required);
  if (upload === undefined) {
    if (fields.length === 0) return {};
    return { requestBody: { required, content: { ...plain, "multipart/form-data": form } } };
  }
  const { isOptional = false, maxBytes } = upload;
  const description = `Of at most ${maxBytes / 2 ** 20} MiB; the field may have any name.`;
  const schema = { type: "string", contentMediaType: "application/octet-stream", description };
  const part = { name: "file", param: fileParam, schema, shown: undefined, required: !isOptional };
  const content = {
    ...(isOptional ? plain : {}),
    "multipart/form-data": describeForm([...fields, part]),
  };
  return { requestBody: { required: required || !isOptional, content } };
}

const fileParam = text(z.string());

function describeForm(fields: readonly Entry[]): Json {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const encoded = fields.filter(({ param }) => param.wire === "json");
  const shown = fields.filter((field) => field.shown !== undefined);
  const example = Object.fromEntries(shown.map((field) => [field.name, field.shown]));
  const encodings = encoded.map(({ name }) => [name, { contentType: "application/json" }] as const);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      ...(required.length === 0 ? {} : { required }),
    },
    ...(encoded.length === 0 ? {} : { encoding: Object.fromEntries(encodings) }),
    ...(shown.length === 0 ? {} : { example }),
  };
}

function withAliases(schema: Json, { aliases }: Param): Json {
  if (aliases.length === 0) return schema;
  const note = `Also accepted as ${aliases.map((alias) => `\`${alias}\``).join(", ")}.`;
  const { description } = schema;
  const own = typeof description === "string" ? description : undefined;
  return { ...schema, description: sentences(own, note) };
}

/** Describes the JSON object that an operation answers with when it succeeds, or that on each line of the answer. */
function objectSchema(operation: Operation, shared: SharedSchemas): Json {
  const { success } = operation;
  if (success?.kind === "lines") return { ...toSchema(operation, success.line, shared) };
  const converted = toSchema(operation, operation.response, shared);
  const { properties = {}, required = [], ...schema } = converted;
  const envelope = {
    result: { const: "success" },
    msg: { const: "" },
    ignored_parameters_unsupported: { type: "array", items: { type: "string" } },
  };
  return {
    ...schema,
    properties: { ...envelope, ...properties },
    required: ["result", "msg", ...required],
  };
}

/** Says who may ask, with the scope that an API key needs as a role (OpenAPI 3.1, Security Requirement Object). */
function describeSecurity({ auth, scope }: Operation): readonly Json[] {
  if (auth === "none") return [];
  return auth === "optional" ? [{ basic: [scope] }, {}] : [{ basic: [scope] }];
}

interface ObjectSchema extends Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

/**
 * Converts to JSON Schema of what goes over the wire, with definitions it refers to moved to the document's shared
 * ones.
 */
function toSchema({ name }: Operation, schema: z.ZodObject, shared: SharedSchemas): ObjectSchema {
  const converted = withIdMinimum(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  const written = JSON.stringify(converted, asSentence).replaceAll(
    '"#/$defs/',
    `"#/components/schemas/${name}.`,
  );
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = JSON.parse(written) as ObjectSchema & { $defs?: Json };
  for (const [id, definition] of Object.entries($defs)) shared[`${name}.${id}`] = definition;
  return rest;
}

/** Has descriptions end with a full stop; `JSON.stringify` calls it for every field. */
function asSentence(name: string, value: unknown): unknown {
  return name === "description" && typeof value === "string" ? sentences(value) : value;
}
