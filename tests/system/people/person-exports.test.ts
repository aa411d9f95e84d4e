import { readFile } from "node:fs/promises";
import path from "node:path";

import { Archive } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";

let constellation: Constellation;
let member: Client;
let other: Client;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, { apart: ["messages"] });
  member = await Client.login(constellation.url, "member@example.com");
  other = await Client.login(constellation.url, "member2@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

const fileOf = (name: string) => path.join(constellation.natsDir, name);

async function say(client: Client, content: string): Promise<number> {
  const message = { type: "channel", to: "general", topic: "own data", content };
  return Number((await client.post("/messages", message))["id"]);
}

describe("exports of one person's data (docs/export.md#what-is-a-persons)", () => {
  test("an export of a person during which messages is killed is one whole archive of that person alone", async ({
    expect,
  }) => {
    const { url } = await member.upload("/user_uploads", {
      name: "letter.txt",
      bytes: Buffer.from("a letter of the member"),
    });
    const own = await say(member, `my [letter](${String(url)})`);
    const foreign = await say(other, "said by somebody else");
    const release = await constellation.lock("messages.archived_message", "access exclusive");
    const file = fileOf("person.zip");
    const writing = constellation.realm("export-person", "", member.email, "--to", file);
    await constellation.hasRow(
      "select from messages.person_export where state = 'running' and tries = 1 and kind <> ''",
    );
    await constellation.process("messages").kill();
    await release();
    await constellation.process("messages").start();
    expect(await writing).toMatch(/^Wrote .*: \d+ bytes, \d+ rows and 1 files\.$/);
    await constellation.hasRow(
      "select from messages.person_export where state = 'done' and tries = 2",
    );
    const archive = await Archive.read(new Uint8Array(await readFile(file)));
    const ids = archive.rows("messages").map((row) => row["id"]);
    expect([ids.includes(own), ids.includes(foreign)]).toEqual([true, false]);
    const [person] = archive.rows("people");
    expect(archive.rows("addresses")).toEqual([
      { user_id: person?.["user_id"], delivery_email: member.email },
    ]);
    const [letter] = archive.rows("files");
    expect(archive.text(`files/${String(letter?.["path_id"])}`)).toBe("a letter of the member");
    expect(archive.rows("subscriptions").length).toBeGreaterThan(0);
  });

  test("nobody is exported by an address that nobody has, and nothing is written then", async ({
    expect,
  }) => {
    const file = fileOf("nobody.zip");
    const exporting = (...args: readonly string[]) => constellation.realm("export-person", ...args);
    await expect(exporting("", "nobody@example.com", "--to", file)).rejects.toThrow(
      "There is no account of a person 'nobody@example.com'.",
    );
    await expect(exporting("", member.email)).rejects.toThrow("export-person needs --to");
    await expect(exporting("")).rejects.toThrow("export-person takes a subdomain and an address.");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });
});
