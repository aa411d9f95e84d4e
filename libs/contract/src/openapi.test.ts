import { describe, test } from "vitest";
import { z } from "zod";

import { buildOpenApi, json, operation, operations, path, text, word } from "./index.ts";

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
  path: "/leaves",
  params: { flags: json(z.array(z.string()).default([])) },
  doc: "Look at a leaf",
});

describe("the OpenAPI document", () => {
  test("is the same whatever order the operations are listed in", ({ expect }) => {
    expect(JSON.stringify(buildOpenApi([edit, look]))).toBe(
      JSON.stringify(buildOpenApi([look, edit])),
    );
  });

  test("describes path and form parameters, answer and errors of an operation", ({ expect }) => {
    const { paths } = buildOpenApi([edit]);
    const described = paths["/leaves/{leaf_id}/{rest}"]?.["patch"];
    expect(described).toMatchObject({
      operationId: "editLeaf",
      summary: "Edit a leaf",
      description: "And say so.",
      security: [{ basic: [] }],
      parameters: [
        { name: "leaf_id", in: "path", required: true, description: "Which leaf." },
        { name: "rest", in: "path" },
      ],
      responses: {
        200: { content: { "application/json": { schema: { required: ["result", "msg", "id"] } } } },
        400: { description: "BAD_NARROW, BAD_REQUEST, REQUEST_VARIABLE_MISSING" },
        401: { description: "UNAUTHORIZED" },
        404: { description: "BAD_REQUEST" },
      },
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
  });

  test("puts the parameters of a GET into the query and lets it go without credentials where allowed", ({
    expect,
  }) => {
    expect(buildOpenApi([look]).paths["/leaves"]?.["get"]).toMatchObject({
      parameters: [
        { name: "flags", in: "query", required: false, content: { "application/json": {} } },
      ],
      security: [{ basic: [] }, {}],
    });
  });

  test.for([[edit, look], operations])("refers only to what it contains", (listed, { expect }) => {
    const document = buildOpenApi(listed);
    const known = Object.keys((document.components as { schemas: object }).schemas);
    const written = JSON.stringify(document);
    for (const [, name] of written.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(known).toContain(name);
    expect(written).not.toContain("$defs");
  });
});
