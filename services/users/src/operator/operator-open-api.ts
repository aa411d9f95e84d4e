import { type OperatorOperation, operatorOperations, serverVersion } from "@team-chat/contract";
import { z } from "zod";

/** Describes the operator's interface (OpenAPI 3.1). */
export function operatorOpenApi(prefix: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operatorOperations) {
    const methods = (paths[`${prefix}${operation.path}`] ??= {});
    methods[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Operator's interface", version: serverVersion },
    paths,
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
  };
}

function describe(operation: OperatorOperation): object {
  const { csv, doc, file, input, method, name, output, path, scope, takes } = operation;
  const isRead = method === "GET";
  const body = takes === undefined ? json(input, "input") : { [takes.type]: {} };
  return {
    operationId: name,
    summary: doc,
    description: `Needs a key with the scope \`${scope}\`.`,
    parameters: [
      ...(path.includes("{organization_id}")
        ? [parameter("path", "organization_id", z.int())]
        : []),
      ...(isRead || takes !== undefined ? queryOf(input) : []),
      ...(isRead ? [] : [parameter("header", "Idempotency-Key", z.string().optional())]),
    ],
    ...(isRead ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      200: {
        description: "What was asked for.",
        content:
          file === undefined
            ? { ...json(output, "output"), ...(csv && { "text/csv": {} }) }
            : { [file]: {} },
      },
      default: { description: "A refusal, with `code` and `msg`." },
    },
  };
}

function queryOf({ shape }: z.ZodObject): readonly object[] {
  return Object.entries(shape).map(([name, schema]) =>
    parameter("query", name, schema as z.ZodType),
  );
}

function parameter(place: "path" | "query" | "header", name: string, schema: z.ZodType): object {
  const required = place === "path" || !schema.safeParse(undefined).success;
  return { in: place, name, required, schema: schemaOf(schema, "output") };
}

function json(schema: z.ZodType, io: "input" | "output"): object {
  return { "application/json": { schema: schemaOf(schema, io) } };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described;
}
