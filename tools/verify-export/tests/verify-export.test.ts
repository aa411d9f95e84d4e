import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { proofKeys } from "@team-chat/proof";
import { describe, test } from "vitest";

import { run } from "../src/index.ts";
import { type Files, sign, smallArchive, writeZip } from "./small-archive.ts";

const ours = proofKeys("00112233445566778899aabbccddeeff");
const theirs = proofKeys("ffeeddccbbaa99887766554433221100");
const [key = ""] = ours.publicKeys;

/** Alters an archive that was whole, and has it checked with the key of the installation. */
async function verdict(alter: (files: Files) => void, more: Parameters<typeof writeZip>[1] = []) {
  const files = smallArchive(ours);
  alter(files);
  return run([await writeZip(files, more), "--key", key]);
}

function replace(files: Files, name: string, [from, to]: readonly [string, string]) {
  const before = files.get(name) ?? "";
  files.set(name, before.replace(from, to));
}

describe("checking an archive (docs/legal-holds.md#checking-an-export)", () => {
  test("an archive as it was written is whole, signed with one of the keys that are given", async ({
    expect,
  }) => {
    const { lines, status } = await verdict(() => undefined);
    expect([status, lines[0]]).toEqual([0, "WHOLE"]);
    expect(lines.join("\n")).toContain("Legal hold 7 of Acme (https://acme.example.com)");
    expect(lines).toContain("Records: 3 messages, 2 files");
  });

  test("an archive that another key signed is not proven, however well it fits together", async ({
    expect,
  }) => {
    const { lines, status } = await verdict((files) => {
      replace(files, "messages-1.jsonl", ["message 20", "message 21"]);
      const again = smallArchive(theirs);
      for (const [name, text] of again) files.set(name, text);
    });
    expect([status, lines[0]]).toEqual([1, "NOT PROVEN: another key than those given signed it."]);
  });

  test("the program says that nobody knows who signed where no key is given", async ({
    expect,
  }) => {
    const { lines, status } = await run([await writeZip(smallArchive(ours))]);
    expect(status).toBe(2);
    expect(lines[0]).toContain("give that with --key");
    expect(lines).toContain(`Signed with: ${key}`);
  });

  test("an altered record is named", async ({ expect }) => {
    const { lines, status } = await verdict((files) => {
      replace(files, "messages-1.jsonl", ["message 20", "message 21"]);
    });
    expect([status, lines[0]]).toEqual([1, "ALTERED"]);
    expect(lines).toContain("altered: messages-1.jsonl");
    expect(lines).toContain("altered: messages-1.jsonl, record 20");
    expect(lines.join("\n")).not.toContain("record 10");
  });

  test("a record that was removed, at the begin, in the middle or at the end, is named", async ({
    expect,
  }) => {
    for (const id of [10, 20, 30]) {
      const { lines } = await verdict((files) => {
        const line = `${JSON.stringify({ id, content: `message ${id}` })}\n`;
        replace(files, "messages-1.jsonl", [line, ""]);
      });
      expect(lines.filter((line) => line.includes("record"))).toEqual([
        `missing: messages-1.jsonl, record ${id}`,
      ]);
    }
  });

  test("a record that was added, and a line that is none, are named", async ({ expect }) => {
    const added = '{"id":25,"content":"invented"}\n';
    const { lines } = await verdict((files) => {
      const before = files.get("messages-1.jsonl") ?? "";
      files.set("messages-1.jsonl", before.replace('{"id":30', `${added}{"id":30`));
    });
    expect(lines).toContain("added: messages-1.jsonl, record 25");
    const other = await verdict((files) => {
      files.set("messages-1.jsonl", `${files.get("messages-1.jsonl") ?? ""}nonsense\n`);
    });
    expect(other.lines).toContain("added: messages-1.jsonl, a line that is no record");
  });

  test("an alteration that takes the hashes along is found by the file", async ({ expect }) => {
    const { lines, status } = await verdict((files) => {
      const again = smallArchive(ours);
      replace(again, "messages-1.jsonl", ["message 20", "message 21"]);
      files.set("messages-1.jsonl", again.get("messages-1.jsonl") ?? "");
      files.set("messages-1.sha256", "");
    });
    expect(status).toBe(1);
    expect(lines).toContain("altered: messages-1.jsonl");
    expect(lines).toContain("altered: messages-1.sha256");
  });

  test("a file that is missing, altered or added is named, attachments too", async ({ expect }) => {
    const attachment = "files/1/ab/notes.txt";
    const missing = await verdict((files) => files.delete(attachment));
    expect(missing.lines).toContain(`missing: ${attachment}`);
    const altered = await verdict((files) => files.set(attachment, "other bytes"));
    expect(altered.lines).toContain(`altered: ${attachment}`);
    const records = await verdict((files) => files.delete("messages-1.jsonl"));
    expect(records.lines).toContain("missing: messages-1.jsonl");
    const added = await verdict(() => undefined, [["files/1/zz/new.txt", "planted"]]);
    expect(added.lines).toContain("added: files/1/zz/new.txt");
    const twice = await verdict(() => undefined, [[attachment, "the bytes"]]);
    expect(twice.lines).toContain(`added: ${attachment}`);
  });

  test("a manifest that was swapped or altered, or has no signature, proves nothing", async ({
    expect,
  }) => {
    const other = smallArchive(ours);
    replace(other, "messages-1.jsonl", ["message 20", "message 21"]);
    sign(other, ours);
    const alterations: readonly ((files: Files) => void)[] = [
      (files) => files.set("manifest.json", other.get("manifest.json") ?? ""),
      (files) => {
        replace(files, "manifest.json", ["case 7", "case 8"]);
      },
      (files) => files.delete("manifest.sig.json"),
      (files) => files.delete("manifest.json"),
      (files) => files.set("manifest.sig.json", "{}"),
    ];
    for (const alter of alterations) {
      const { lines, status } = await verdict(alter);
      expect([status, lines[0]]).toEqual([1, "NOT PROVEN: the manifest is not as it was signed."]);
    }
  });

  test("a manifest of another archive of the same installation finds this one altered", async ({
    expect,
  }) => {
    const { lines, status } = await verdict((files) => {
      const other = smallArchive(ours);
      replace(other, "messages-1.jsonl", ["message 20", "message 21"]);
      sign(other, ours);
      for (const name of ["manifest.json", "manifest.sig.json"])
        files.set(name, other.get(name) ?? "");
    });
    expect([status, lines[0]]).toEqual([1, "ALTERED"]);
    expect(lines).toContain("altered: messages-1.jsonl");
  });

  test("a file that is cut short, or no zip, is refused", async ({ expect }) => {
    const target = await writeZip(smallArchive(ours));
    const bytes = await readFile(target);
    await writeFile(target, bytes.subarray(0, bytes.length / 2));
    const { lines, status } = await run([target, "--key", key]);
    expect(status).toBe(1);
    expect(lines[0]).toContain("This is no archive that can be read");
  });

  test("the program says how it is used, and answers with its status", async ({ expect }) => {
    expect((await run([])).lines[0]).toContain("Usage: npm run verify-export");
    const main = path.join(import.meta.dirname, "../src/main.ts");
    const target = await writeZip(smallArchive(ours));
    const { stdout } = await promisify(execFile)(process.execPath, [main, target, "--key", key]);
    expect(stdout).toMatch(/^WHOLE\n/);
  });
});
