import type { Example } from "@team-chat/contract";
import { expect, test } from "vitest";

import type { Described } from "./described.ts";
import { answerText, commandText } from "./example-text.ts";

const origin = "https://chat.example.com";
const post: Described = {
  method: "POST",
  path: "/things/{id}",
  operation: {
    operationId: "postThing",
    tags: [],
    summary: "Post a thing",
    requestBody: { content: { "application/x-www-form-urlencoded": {} } },
    responses: {},
  },
};
const request: Example["request"] = {
  method: "POST",
  url: "https://acme.example.com/api/v1/things/7",
  isAuthenticated: true,
  parameters: { content: "It's here" },
};

test("an example's request is a command that a shell takes as it is", () => {
  const example = { request, response: { status: 200, headers: {} } };
  expect(commandText(post, example, origin)).toBe(
    [
      "curl -X POST",
      "-u EMAIL:API_KEY",
      String.raw`--data-urlencode 'content=It'\''s here'`,
      "'https://chat.example.com/api/v1/things/7'",
    ].join(" \\\n  "),
  );
});

test("parameters go into the query where the body brings none, and beside files in parts", () => {
  const get = { ...request, method: "GET", isAuthenticated: false };
  const response = { status: 200, headers: {} };
  expect(commandText(post, { request: get, response }, origin)).toMatch(/^curl -G \\\n {2}--data-/);
  const upload = {
    ...post,
    operation: { ...post.operation, requestBody: { content: { "multipart/form-data": {} } } },
  };
  const sent = { ...request, file: "plan.png" };
  expect(commandText(upload, { request: sent, response }, origin)).toContain(
    String.raw`-F 'content=It'\''s here' ${"\\"}
  -F 'file=@plan.png'`,
  );
});

test("an answer without a body shows its status and headers", () => {
  const headers = { location: "/elsewhere" };
  expect(answerText({ request, response: { status: 302, headers } })).toBe(
    "HTTP 302\nlocation: /elsewhere",
  );
  const json = { status: 200, headers: { "content-type": "application/json" }, body: { id: 1 } };
  expect(answerText({ request, response: json })).toBe('{\n  "id": 1\n}');
});
