import { nouns, operations } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { callText } from "./client.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;
const pages = new Map<string, string>();

beforeAll(async () => {
  gateway = await world().gateway({ MODE: "development" });
  for (const path of ["/docs", ...nouns.map(({ name }) => `/docs/${name}`)]) {
    const { body, headers, status } = await callText(gateway.url, { path: `/${path}` });
    if (status === 200 && headers["content-type"] === "text/html; charset=utf-8")
      pages.set(path, body);
  }
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

describe("the pages of the API's description", () => {
  test("the pages of the API's description are an index and one for each noun, which all link to each other", ({
    expect,
  }) => {
    expect(pages.size).toBe(nouns.length + 1);
    for (const body of pages.values())
      for (const { name, title } of nouns) {
        expect(body).toContain(`href="/docs/${name}"`);
        expect(body).toContain(title);
      }
  });

  test("the pages of the API's description show every operation once, and the index leads to it", ({
    expect,
  }) => {
    for (const { name: noun, operations: listed } of nouns)
      for (const { name } of listed) {
        const section = `<section class="operation" id="${name}">`;
        const at = [...pages].filter(([, body]) => body.includes(section)).map(([path]) => path);
        expect(at, name).toEqual([`/docs/${noun}`]);
        expect(pages.get("/docs")).toContain(`href="/docs/${noun}#${name}"`);
      }
    expect(nouns.flatMap(({ operations: listed }) => listed)).toEqual(operations);
  });

  test("the pages of the API's description need nothing from elsewhere, and a phone can hold each", ({
    expect,
  }) => {
    for (const [path, body] of pages) {
      const loaded = body.match(/<(?:img|iframe)\b|@import|url\(|<link [^>]*|<script[^>]*/g);
      expect(loaded, path).toEqual([
        expect.stringMatching(/^<link rel="stylesheet" href="\/assets\/[\w-]{16}\/docs\.css"/),
        expect.stringMatching(
          /^<link rel="stylesheet" href="\/assets\/[\w-]{16}\/docs-lists\.css"/,
        ),
        expect.stringMatching(/^<script src="\/assets\/[\w-]{16}\/docs\.js"$/),
      ]);
      expect(body.length, path).toBeLessThan(150_000);
    }
  });

  test.for([
    ["docs.css", "text/css; charset=utf-8"],
    ["docs-lists.css", "text/css; charset=utf-8"],
    ["docs.js", "text/javascript; charset=utf-8"],
  ] as const)(
    "the pages load %s from an address that changes with it, so that browsers may keep it for ever",
    async ([name, type], { expect }) => {
      const [address = ""] = /\/assets\/[^"]+/.exec(pages.get("/docs") ?? "") ?? [];
      const file = `/${address.replace("docs.css", name)}`;
      const { body, headers, status } = await callText(gateway.url, { path: file });
      expect([status, headers["content-type"]]).toEqual([200, type]);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(body.length).toBeGreaterThan(1000);
      for (const path of [file.replace(/assets\/./, "assets/!"), `${file}x`, `${file}/..%2f..`]) {
        const unknown = await callText(gateway.url, { path });
        expect([path, unknown.status]).toEqual([path, 404]);
        expect(unknown.headers["cache-control"]).not.toContain("immutable");
      }
      const refused = await callText(gateway.url, { method: "POST", path: file });
      expect([refused.status, refused.headers["allow"]]).toEqual([405, "GET"]);
    },
  );

  test("the pages of operations show limits, errors and recorded examples", ({ expect }) => {
    const messages = pages.get("/docs/messages") ?? "";
    expect(messages).toContain("at most 1,000 characters");
    expect(messages).toContain("<code>MOVE_MESSAGES_TIME_LIMIT_EXCEEDED</code>");
    expect(messages).toContain("http://localhost:9991/api/v1/messages");
    expect(messages).toContain("--data-urlencode &#39;topic=releases&#39;");
    expect(pages.get("/docs/files")).toContain("Content-Disposition".toLowerCase());
  });

  test("the pages of the API's description may run the search, send it to the index, and do nothing else", async ({
    expect,
  }) => {
    const { headers } = await callText(gateway.url, { path: "//docs/messages" });
    expect(headers["content-security-policy"]).toContain(
      "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri",
    );
  });
});
