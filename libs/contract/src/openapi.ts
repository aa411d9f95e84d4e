import { type ErrorCode, errorCodes } from "@team-chat/errors";
import { z } from "zod";

import type { Operation } from "./operation.ts";
import type { Param } from "./param.ts";
import { featureLevel, serverVersion } from "./version.ts";

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document, ready for JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

/** Recursive schemas by the name under which they are referred to. */
type SharedSchemas = Record<string, unknown>;

/** Describes operations as an OpenAPI 3.1 document; the same operations, in any order, give the same document. */
export function buildOpenApi(operations: readonly Operation[]): OpenApiDocument {
  const shared: SharedSchemas = {};
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations.toSorted(byAddress)) {
    const path = operation.path.replaceAll("*}", "}");
    const methods = (paths[path] ??= {});
    methods[operation.method.toLowerCase()] = describeOperation(operation, shared);
  }
  return {
    openapi: "3.1.1",
    info: { title: "Team Chat", version: `${serverVersion} (feature level ${featureLevel})` },
    servers: [{ url: "/api/v1" }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "E-mail address and API key." },
      },
      schemas: { Error: errorSchema, ...shared },
    },
  };
}

const errorSchema = {
  type: "object",
  description: "Some codes add fields of their own.",
  properties: { result: { const: "error" }, msg: { type: "string" }, code: { type: "string" } },
  required: ["result", "msg", "code"],
};

function byAddress(a: Operation, b: Operation): number {
  const [first, second] = [`${a.path} ${a.method}`, `${b.path} ${b.method}`];
  return Number(first > second) - Number(first < second);
}

function describeOperation(operation: Operation, shared: SharedSchemas): Json {
  const [summary = "", ...rest] = operation.doc.trim().split("\n");
  const description = rest.join("\n").trim();
  return {
    operationId: operation.name,
    tags: [operation.owner],
    summary,
    ...(description === "" ? {} : { description }),
    ...describeParams(operation, shared),
    responses: { 200: describeSuccess(operation, shared), ...describeErrors(operation) },
    security: describeSecurity(operation),
  };
}

function describeParams(operation: Operation, shared: SharedSchemas): Json {
  const shape = Object.fromEntries(
    Object.entries(operation.params).map(([name, { schema }]) => [name, schema]),
  );
  const { properties = {}, required = [] } = toSchema(operation, z.object(shape), shared);
  const inForm = operation.method !== "GET" && operation.method !== "DELETE";
  const entries = Object.entries(operation.params).map(([name, param]) => {
    const schema = withAliases(properties[name] ?? {}, param);
    return { name, param, schema, required: required.includes(name) };
  });
  const fields = entries.filter(({ param }) => inForm && param.wire !== "path");
  const others = entries.filter((entry) => !fields.includes(entry)).map(describeParameter);
  return {
    ...(others.length === 0 ? {} : { parameters: others }),
    ...(fields.length === 0 ? {} : { requestBody: describeForm(fields) }),
  };
}

interface Entry {
  readonly name: string;
  readonly param: Param;
  readonly schema: Json;
  readonly required: boolean;
}

function describeParameter({ name, param, schema, required }: Entry): Json {
  const place = param.wire === "path" ? { in: "path", required: true } : { in: "query", required };
  const description = schema["description"];
  return {
    name,
    ...place,
    ...(description === undefined ? {} : { description }),
    ...(param.wire === "json" ? { content: { "application/json": { schema } } } : { schema }),
  };
}

function describeForm(fields: readonly Entry[]): Json {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const encoded = fields.filter(({ param }) => param.wire === "json");
  const form = {
    schema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      ...(required.length === 0 ? {} : { required }),
    },
    ...(encoded.length === 0
      ? {}
      : {
          encoding: Object.fromEntries(
            encoded.map(({ name }) => [name, { contentType: "application/json" }]),
          ),
        }),
  };
  return {
    required: required.length > 0,
    content: { "application/x-www-form-urlencoded": form, "multipart/form-data": form },
  };
}

function withAliases(schema: Json, { aliases }: Param): Json {
  if (aliases.length === 0) return schema;
  const note = `Also accepted as ${aliases.map((alias) => `\`${alias}\``).join(", ")}.`;
  const { description } = schema;
  return {
    ...schema,
    description: typeof description === "string" ? `${description} ${note}` : note,
  };
}

function describeSuccess(operation: Operation, shared: SharedSchemas): Json {
  const {
    properties = {},
    required = [],
    ...schema
  } = toSchema(operation, operation.response, shared);
  const envelope = {
    result: { const: "success" },
    msg: { const: "" },
    ignored_parameters_unsupported: { type: "array", items: { type: "string" } },
  };
  const whole = {
    ...schema,
    properties: { ...envelope, ...properties },
    required: ["result", "msg", ...required],
  };
  return { description: "Success", content: { "application/json": { schema: whole } } };
}

function describeErrors(operation: Operation): Json {
  const authenticated = operation.auth === "user" || operation.auth === "human";
  const general: ErrorCode[] = [
    "BAD_REQUEST",
    ...(authenticated ? (["UNAUTHORIZED"] as const) : []),
    "RATE_LIMIT_HIT",
  ];
  if (Object.keys(operation.params).length > 0) general.push("REQUEST_VARIABLE_MISSING");
  const codes = [...new Set([...general, ...operation.errors])];
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      { description: [...new Set(of.map(wireCode))].toSorted().join(", "), content },
    ]),
  );
}

function wireCode(code: ErrorCode): string {
  const facts = errorCodes[code];
  return "wire" in facts ? facts.wire : code;
}

function describeSecurity({ auth }: Operation): readonly Json[] {
  if (auth === "none") return [];
  return auth === "optional" ? [{ basic: [] }, {}] : [{ basic: [] }];
}

interface ObjectSchema extends Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

/** JSON Schema of what goes over the wire, with definitions it refers to moved to the document's shared ones. */
function toSchema({ name }: Operation, schema: z.ZodObject, shared: SharedSchemas): ObjectSchema {
  const converted = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`);
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = JSON.parse(text) as ObjectSchema & { $defs?: Json };
  for (const [id, definition] of Object.entries($defs)) shared[`${name}.${id}`] = definition;
  return rest;
}
