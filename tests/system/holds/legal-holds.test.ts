import { writeFile } from "node:fs/promises";
import path from "node:path";

import { nextLook } from "@team-chat/testkit";
import { run as verify } from "@team-chat/verify-export";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";

let constellation: Constellation;
let owner: Client;
let member: Client;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, { apart: ["messages"] });
  owner = await Client.login(constellation.url, "owner@example.com");
  member = await Client.login(constellation.url, "member@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

const listed = z.array(
  z.object({ id: z.int(), state: z.string(), archive_url: z.url().nullable() }),
);
const keyList = z.array(z.object({ public_key: z.string() }));

async function keys(): Promise<readonly string[]> {
  const { export_keys: all } = await owner.get("/export_keys");
  return keyList.parse(all).map((one) => one.public_key);
}

/** Waits until an export is done; returns its address. */
async function addressOf(id: number): Promise<string> {
  for (;;) {
    const { legal_hold_exports: all } = await owner.get("/legal_holds/exports");
    const found = listed.parse(all).find((one) => one.id === id);
    if (found?.state === "done") return found.archive_url ?? "";
    if (found?.state === "failed") throw new Error("The export failed.");
    await nextLook();
  }
}

const fileOf = (name: string) => path.join(constellation.natsDir, name);

async function say(client: Client, topic: string, content: string): Promise<number> {
  const message = { type: "channel", to: "general", topic, content };
  return Number((await client.post("/messages", message))["id"]);
}

describe("exports of legal holds (docs/legal-holds.md)", () => {
  test("an export during which messages is killed is begun anew, and is one whole archive", async ({
    expect,
  }) => {
    const { url } = await member.upload("/user_uploads", {
      name: "plan.txt",
      bytes: Buffer.from("the plan"),
    });
    const id = await say(member, "evidence", `[plan](${String(url)})`);
    const channel = await owner.get("/get_stream_id", { stream: "general" });
    const asked = { stream_id: channel["stream_id"], reason: "Case 2026-7" };
    const hold = Number((await owner.post("/legal_holds", asked))["id"]);
    await owner.delete(`/messages/${id}`);
    const release = await constellation.lock("messages.archived_message", "access exclusive");
    const exported = Number((await owner.post(`/legal_holds/${hold}/export`))["id"]);
    await constellation.hasRow(
      "select from messages.hold_export where state = 'running' and tries = 1 and kind <> ''",
    );
    await constellation.process("messages").kill();
    await release();
    await constellation.process("messages").start();
    const { pathname } = new URL(await addressOf(exported));
    const archive = await fetch(new URL(pathname, constellation.url), {
      headers: { authorization: owner.authorization },
    });
    const file = fileOf("hold.zip");
    await writeFile(file, Buffer.from(await archive.arrayBuffer()));
    const outcome = await verify([file, ...(await keys()).flatMap((key) => ["--key", key])]);
    expect([outcome.status, outcome.lines[0]]).toEqual([0, "WHOLE"]);
    expect(outcome.lines.join("\n")).toMatch(/ 1 deleted_messages, 1 files, /);
    await constellation.hasRow(
      "select from messages.hold_export where state = 'done' and tries = 2",
    );
    await constellation.hasRow(
      "select from messages.hold_export_part having count(*) = 1 and max(number) = 0",
    );
    const elsewhere = await fetch(new URL(pathname, constellation.url), {
      headers: { authorization: member.authorization },
    });
    expect(elsewhere.status).toBe(400);
  });
});

describe("legal holds by operators (docs/legal-holds.md#operators)", () => {
  test("an operator holds a person and exports that, and the organization's owners see the key's name alone", async ({
    expect,
  }) => {
    const secret = "Case of the operator";
    const begun = await constellation.realm(
      "hold",
      "",
      "--user",
      "member@example.com",
      "--reason",
      secret,
    );
    const [, id = ""] = /^Legal hold (\d+) is on\.$/.exec(begun) ?? [];
    await say(member, "held", "by the operator");
    expect(await constellation.realm("holds", "")).toMatch(
      new RegExp(String.raw`^${id}\tuser \d+\t${secret}\tbegun \S+ by operator test\ton`),
    );
    const file = fileOf("operator.zip");
    const wrote = await constellation.realm("export-hold", "", "--id", id, "--to", file);
    expect(wrote).toMatch(/^Wrote .*\nRoot of the records: [\da-f]{64}$/);
    const outcome = await verify([file, ...(await keys()).flatMap((key) => ["--key", key])]);
    expect(outcome.lines[0]).toBe("WHOLE");
    const { legal_holds: holds } = await owner.get("/legal_holds");
    const { legal_hold_exports: exports } = await owner.get("/legal_holds/exports");
    const { entries } = await owner.get("/audit_log", { object: "legal_hold" });
    expect(JSON.stringify([holds, exports, entries])).not.toContain(secret);
    expect(JSON.stringify(holds)).not.toContain(`"id":${id},`);
    expect(entries).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          actor: expect.objectContaining({ operator: "test" }),
          changes: [
            expect.objectContaining({ after: expect.objectContaining({ begun_key: "test" }) }),
          ],
        }),
      ]),
    );
    expect(await constellation.realm("end-hold", "", "--id", id)).toBe(
      `Legal hold ${id} has ended.`,
    );
    expect(await constellation.realm("holds", "")).toContain("by operator test\tended ");
  });

  test("a suspended organization is held and exported by operators, and not deleted meanwhile", async ({
    expect,
  }) => {
    const [address, name] = ["boss@example.com", "A Boss"];
    const owning = ["--owner-email", address, "--owner-name", name];
    await constellation.realm("create", "--subdomain", "held", "--name", "Held", ...owning);
    await constellation.realm("suspend", "held");
    const holding = ["hold", "held", "--user", address, "--reason"];
    const begun = await constellation.realm(...holding, "Case 9");
    const [, id = ""] = /(\d+)/.exec(begun) ?? [];
    const file = fileOf("suspended.zip");
    await constellation.realm("export-hold", "held", "--id", id, "--to", file);
    expect((await verify([file])).status).toBe(2);
    const remove = () => constellation.realm("delete", "held", "--confirm", "held");
    await expect(remove()).rejects.toThrow("Legal holds are on (1)");
    await constellation.realm("end-hold", "held", "--id", id);
    await remove();
    await expect(constellation.realm(...holding, "Case 10")).rejects.toThrow("is to be deleted at");
  });
});
