import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, test } from "vitest";
import { z } from "zod";

import {
  buildOpenApi,
  json,
  type OpenApiDocument,
  operation,
  operations,
  path,
  text,
  word,
} from "./index.ts";

const tree: z.ZodType = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});

const edit = operation({
  name: "editLeaf",
  method: "PATCH",
  path: "/leaves/{leaf_id}/{rest*}",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: {
    leaf_id: path(z.int().describe("Which leaf.")),
    rest: path(z.string()),
    content: text(z.string().min(1).describe("New text.")),
    topic: word(z.string().optional().describe("Where."), "subject"),
    tree: json(tree.optional()),
  },
  response: z.object({ id: z.int() }),
  errors: ["RESOURCE_NOT_FOUND", "BAD_NARROW"],
  doc: "Edit a leaf\n\nAnd say so.",
});

const look = operation({
  ...edit,
  name: "lookAtLeaf",
  method: "GET",
  auth: "optional",
  scope: "all",
  path: "/leaves",
  params: { flags: json(z.array(z.string()).default([])) },
  doc: "Look at a leaf",
});

function copy(document: OpenApiDocument): Record<string, unknown> {
  return JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
}

interface Refusal {
  readonly content?: {
    readonly "application/json"?: { readonly schema: { readonly allOf?: readonly unknown[] } };
  };
}

/** The codes of an operation's own refusals by status. */
function codesOf(described: Readonly<Record<string, unknown>> | undefined) {
  const codes: Record<string, readonly string[]> = {};
  for (const [status, one] of Object.entries(described?.["responses"] ?? {})) {
    const [, limits] = (one as Refusal).content?.["application/json"]?.schema.allOf ?? [];
    const known = (limits as { properties: { code: { enum: string[] } } } | undefined)?.properties;
    if (known !== undefined) codes[status] = known.code.enum;
  }
  return codes;
}

describe("the OpenAPI document", () => {
  test("the OpenAPI document is the same whatever order the operations are listed in", ({
    expect,
  }) => {
    expect(JSON.stringify(buildOpenApi([edit, look]))).toBe(
      JSON.stringify(buildOpenApi([look, edit])),
    );
  });

  test("the OpenAPI document describes path and form parameters, answer and errors of an operation", ({
    expect,
  }) => {
    const { paths } = buildOpenApi([edit]);
    const described = paths["/leaves/{leaf_id}/{rest}"]?.["patch"];
    expect(described).toMatchObject({
      operationId: "editLeaf",
      summary: "Edit a leaf",
      description: "And say so.",
      security: [{ basic: ["all"] }],
      parameters: [
        { name: "leaf_id", in: "path", required: true, description: "Which leaf." },
        { name: "rest", in: "path" },
      ],
      responses: {
        200: { content: { "application/json": { schema: { required: ["result", "msg", "id"] } } } },
      },
    });
    expect(codesOf(described)).toEqual({
      400: [
        "BAD_NARROW",
        "BAD_REQUEST",
        "INVALID_JSON",
        "REQUEST_CONFUSING_VAR",
        "REQUEST_VARIABLE_MISSING",
      ],
      401: ["UNAUTHORIZED"],
      404: ["BAD_REQUEST", "NONEXISTENT_SUBDOMAIN", "NOT_FOUND"],
    });
    const form = (described?.["requestBody"] as { content: Record<string, unknown> } | undefined)
      ?.content;
    expect(form?.["application/x-www-form-urlencoded"]).toMatchObject({
      schema: {
        required: ["content"],
        properties: {
          content: { minLength: 1 },
          topic: { description: "Where. Also accepted as `subject`." },
        },
      },
      encoding: { tree: { contentType: "application/json" } },
    });
    expect(form?.["application/json"]).toEqual({
      schema: (form?.["multipart/form-data"] as { schema: unknown } | undefined)?.schema,
    });
  });

  test("the OpenAPI document puts the parameters of a GET into the query, without credentials where allowed", ({
    expect,
  }) => {
    expect(buildOpenApi([look]).paths["/leaves"]?.["get"]).toMatchObject({
      parameters: [
        { name: "flags", in: "query", required: false, content: { "application/json": {} } },
      ],
      security: [{ basic: ["all"] }, {}],
    });
  });

  test("the OpenAPI document is valid OpenAPI 3.1", async ({ expect }) => {
    const result = await new Validator().validate(copy(buildOpenApi(operations)));
    expect(result).toEqual({ valid: true });
  });

  test("the OpenAPI document has a 404 for each operation whose address has a part that can be wrong", ({
    expect,
  }) => {
    const described = Object.entries(buildOpenApi(operations).paths);
    const silent = described.flatMap(([address, methods]) =>
      Object.values(methods).filter(
        (one) => address.includes("{") && !codesOf(one)["404"]?.includes("NOT_FOUND"),
      ),
    );
    expect(silent).toEqual([]);
  });

  test("the OpenAPI document says of ids in the address that they are no less than 0", ({
    expect,
  }) => {
    const ids = operations.flatMap(({ params }) =>
      Object.values(params).filter(
        ({ schema, wire }) => wire === "path" && schema.safeParse(7).success,
      ),
    );
    expect(ids.length).toBeGreaterThan(50);
    for (const { schema } of ids) {
      expect(schema.safeParse(-1).success).toBe(false);
      expect(z.toJSONSchema(schema)).toMatchObject({ type: "integer", minimum: 0 });
    }
  });

  test("the OpenAPI document describes files with their types and parts, lines, and redirects", ({
    expect,
  }) => {
    const picture = { "image/gif": {}, "image/jpeg": {}, "image/png": {}, "image/webp": {} };
    const { paths } = buildOpenApi(operations);
    expect(paths["/avatar_images/{file_name}"]?.["get"]?.["responses"]).toMatchObject({
      200: { content: picture, headers: { "Accept-Ranges": {} } },
      206: { content: picture, headers: { "Content-Range": {} } },
      416: { headers: { "Content-Range": {} } },
    });
    expect(paths["/files/{realm_id}/{filename}"]?.["get"]?.["responses"]).toMatchObject({
      200: { content: { "*/*": {} }, headers: { "Content-Disposition": {} } },
    });
    const lines = paths["/audit_log/stream"]?.["get"]?.["responses"];
    expect(lines).toMatchObject({
      200: { content: { "application/x-ndjson": { schema: { properties: { cursor: {} } } } } },
    });
    const redirect = paths["/avatar/{user_id_or_email}"]?.["get"]?.["responses"];
    expect(redirect).toMatchObject({ 302: { headers: { Location: {} } } });
    expect(redirect).not.toHaveProperty("200");
  });

  test.for([[edit, look], operations])(
    "the OpenAPI document refers only to what it contains",
    (listed, { expect }) => {
      const document = buildOpenApi(listed);
      const known = Object.keys((document.components as { schemas: object }).schemas);
      const written = JSON.stringify(document);
      for (const [, name] of written.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        expect(known).toContain(name);
      expect(written).not.toContain("$defs");
    },
  );
});
