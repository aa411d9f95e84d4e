import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { Secret } from "@team-chat/config";
import { afterAll, beforeAll, describe, test } from "vitest";

import { type Config, run } from "../src/index.ts";
import { commands } from "../src/run.ts";
import { type OperatorServer, startOperatorServer } from "./operator-server.ts";

let server: OperatorServer;
const dir = mkdtempSync(path.join(tmpdir(), "realm-json-"));
const file = path.join(dir, "archive.zip");
beforeAll(async () => {
  server = await startOperatorServer();
  writeFileSync(file, "bytes");
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

function realm(...args: readonly string[]): Promise<readonly string[]> {
  const config: Config = {
    OPERATOR_URL: server.url,
    OPERATOR_KEY: new Secret("key"),
    DATA_DIR: dir,
    ECHO_BOT_PORT: 9106,
  };
  return run(config, args);
}

const owner = ["--owner-email", "boss@new.example", "--owner-name", "The Boss"];
const somebody = ["new", "somebody@new.example"];
const written = ["--to", path.join(dir, "written.zip")];

/** Arguments of each command, and what its JSON has. */
const given: Readonly<Record<string, readonly [args: readonly string[], json: object]>> = {
  create: [
    ["--subdomain", "new", "--name", "New", ...owner],
    { organization: { id: 1 }, owner: {} },
  ],
  "invite-organization": [["--days", "3"], { days: 3 }],
  list: [[], [{ id: 1 }]],
  plan: [["new", "--people", "7"], { id: 1, limits: {} }],
  "sign-in": [["new"], { authentication_methods: {} }],
  rename: [["new", "--to", "newer"], { id: 1 }],
  addresses: [["new"], [{ state: "main" }]],
  "add-domain": [["new", "chat.new.example"], [{ state: "main" }]],
  "prove-domain": [["new", "chat.new.example"], [{ state: "main" }]],
  "main-address": [["new", "chat.new.example"], [{ state: "main" }]],
  "remove-address": [["new", "chat.new.example"], [{ state: "main" }]],
  move: [["new", "--turn", "1"], { id: 1, messages_turn: 1 }],
  "sync-directory": [["new"], { changes: [{}] }],
  scim: [["new", "--new", "Okta"], { made: { id: 1 }, scim_tokens: [{ id: 1 }] }],
  "audit-destinations": [["new"], { made: null, destinations: [{ id: 1 }] }],
  suspend: [["new", "--reason", "Not paid."], { id: 1 }],
  reactivate: [["new"], { id: 1 }],
  delete: [["new", "--confirm", "new"], { id: 1 }],
  "cancel-deletion": [["new"], { id: 1 }],
  deletions: [[], [{ organization_id: 1, state: "done" }]],
  actions: [[], [{ id: 1, state: "done" }]],
  usage: [["new"], [{ people: 1 }]],
  export: [["new", ...written], { organization_id: 1, id: 1, file: written[1] }],
  exports: [["new"], [{ id: 1 }]],
  "export-person": [[...somebody, ...written], { organization_id: 1, id: 1, file: written[1] }],
  "erase-person": [[...somebody, "--messages", "keep"], { user_id: 1, state: "done" }],
  erasures: [["new"], [{ user_id: 1 }]],
  hold: [["new", "--user", "somebody@new.example", "--reason", "Case 7"], { hold_id: 1 }],
  holds: [["new"], [{ id: 1 }]],
  "end-hold": [["new", "--id", "1"], { hold_id: 1 }],
  "export-hold": [
    ["new", "--id", "1", ...written],
    { organization_id: 1, id: 1, file: written[1] },
  ],
  import: [[file, "--subdomain", "new"], { organization_id: 1, subdomain: "new", state: "done" }],
  "cancel-import": [["new"], { organization_id: 1, subdomain: "new" }],
  clone: [["new", "--to", "copy"], { organization_id: 1, subdomain: "copy", state: "done" }],
  "rotate-key": [[...somebody], { user_id: 1 }],
  "reset-link": [[...somebody], { email: somebody[1], url: "https://some.example" }],
  "reset-second-factors": [[...somebody], { email: somebody[1] }],
};

describe("commands for programs (docs/hosting.md#commands)", () => {
  test("each command of the operator is tried with --json", ({ expect }) => {
    expect(Object.keys(given).toSorted()).toEqual(Object.keys(commands).toSorted());
  });

  test.for(Object.entries(given))(
    "%s prints one line of JSON with --json, and words without it",
    async ([name, [args, json]], { expect }) => {
      const [line = "", ...more] = await realm(name, "--json", ...args);
      expect(more).toEqual([]);
      expect(JSON.parse(line)).toMatchObject(json);
      const words = await realm(name, ...args);
      expect(words).not.toEqual([line]);
      expect(words.length).toBeGreaterThan(0);
    },
  );

  test("keys are in the JSON only where they are printed", async ({ expect }) => {
    const [args = []] = given["create"] ?? [];
    const hidden = [
      await realm("create", ...args, "--hide-key", "--json"),
      await realm("rotate-key", ...somebody, "--json"),
    ];
    for (const lines of hidden) expect(lines.join("")).not.toContain("api_key");
    const shown = [
      await realm("create", ...args, "--json"),
      await realm("rotate-key", ...somebody, "--show-key", "--json"),
    ];
    for (const lines of shown) expect(lines.join("")).toContain("api_key");
  });
});
