import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkGenerated, writeGenerated } from "../src/generated/check-generated.ts";
import { Planted } from "./planted.ts";

describe("tables of services", () => {
  test("services without a place, a meaning of a table, a bound operation or an event that is made are found", async () => {
    using planted = new Planted("service-tables");
    const problems = await writeGenerated(planted.root);
    expect(problems.map(({ file, message }) => `${file} ${message.split(":")[0]}`)).toEqual([
      "services/messages/src/routes.ts the contract gives deleteDraft to messages, but no file of messages is bound to it",
      "services/messages/migrations the table recipient has no description",
      "services/messages/src the contract says that messages emits typing events, but no file makes one",
      "services/users/README.md needs the lines <!-- service",
    ]);
  });

  test("tables of services say what a service owns, serves, emits, consumes and needs", async () => {
    using planted = new Planted("service-tables");
    await writeGenerated(planted.root);
    const readme = readFileSync(join(planted.root, "services/messages/README.md"), "utf8");
    for (const row of [
      "| `draft` | What somebody's client saved |",
      "| drafts | [`createDrafts`](src/operations/drafts/create-drafts.ts) |",
      "| [`postNotice`](src/operations/post-notice.ts) | Say something. |",
      "| `drafts` | [`create-drafts.ts`](src/operations/drafts/create-drafts.ts) |",
      "| `has_zoom_token` | [`create-drafts.ts`](src/operations/drafts/create-drafts.ts) |",
      "| `channels` | `departures` |",
      "| PostgreSQL |  |",
      "| users | `getUsersState` |",
    ])
      expect(readme).toContain(`\n${row}\n`);
    expect(readme).not.toContain("webhooks");
    expect(readme).toContain("| `PORT` | `9101` | Port |");
  });

  test("the table of processes has one line for each process in the architecture", async () => {
    using planted = new Planted("service-tables");
    const before = await checkGenerated(planted.root);
    expect(before.map(({ file }) => file)).toContain("docs/architecture.md");
    await writeGenerated(planted.root);
    const page = readFileSync(join(planted.root, "docs/architecture.md"), "utf8");
    expect(page).toContain(
      "\n| [messages](../services/messages) | 9101 | 2 | 1 | channels | PostgreSQL, users |\n",
    );
    const after = await checkGenerated(planted.root);
    expect(after.map(({ file }) => file)).not.toContain("docs/architecture.md");
  });
});
