import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { watchLog } from "./watch-log.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "log-"));
  file = join(folder, "worker.log");
});
afterEach(() => rmSync(folder, { recursive: true }));

const patience = 240_000;

test("warnings and errors come through as short lines, all else stays in the file", async () => {
  const said: string[] = [];
  const end = watchLog(file, { say: (line) => said.push(line) });
  writeFileSync(
    file,
    '{"level":"info","msg":"started"}\n{"level":"warn","msg":"slow"}\n{"level":"err',
  );
  await vi.waitFor(() => expect(said).toEqual(["warning: slow"]), patience);
  appendFileSync(file, 'or","msg":"lost","err":{"message":"connection closed"}}\n');
  await vi.waitFor(() => expect(said.at(-1)).toBe("error: lost: connection closed"), patience);
  end();
});

test("a flood is cut off and says where the rest is", async () => {
  const said: string[] = [];
  const end = watchLog(file, { say: (line) => said.push(line) });
  writeFileSync(file, '{"level":"warn","msg":"again"}\n'.repeat(100));
  await vi.waitFor(() => expect(said.at(-1)).toBe(`95 more in ${file}`), patience);
  expect(said).toHaveLength(6);
  end();
});

test("what an earlier run has logged is not said again", async () => {
  writeFileSync(file, '{"level":"warn","msg":"old"}\n');
  const said: string[] = [];
  const end = watchLog(file, { say: (line) => said.push(line) });
  appendFileSync(file, '{"level":"warn","msg":"new"}\n');
  await vi.waitFor(() => expect(said).toEqual(["warning: new"]), patience);
  end();
});

test("a log that has grown is put aside, the last five are kept, and its writer and reader go on", async () => {
  const said: string[] = [];
  const maxBytes = 1000;
  const end = watchLog(file, { say: (line) => said.push(line), maxBytes });
  for (let round = 1; round <= 7; round += 1) {
    const line = `{"level":"warn","msg":"round ${String(round)}"}\n`;
    appendFileSync(file, line + "x".repeat(maxBytes) + "\n");
    await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe(""), patience);
    expect(said.at(-1)).toBe(`warning: round ${String(round)}`);
  }
  end();
  expect(readdirSync(folder).toSorted()).toEqual([
    "worker.log",
    ...[1, 2, 3, 4, 5].map((age) => `worker.log.${String(age)}`),
  ]);
  expect(readFileSync(`${file}.1`, "utf8")).toContain("round 7");
  expect(readFileSync(`${file}.5`, "utf8")).toContain("round 3");
});
