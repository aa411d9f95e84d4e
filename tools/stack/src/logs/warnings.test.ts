import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { followWarnings } from "./warnings.ts";

test("warnings and errors come through as short lines, all else stays in the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "log-"));
  const file = join(folder, "worker.log");
  const said: string[] = [];
  const end = followWarnings(file, (line) => said.push(line));
  writeFileSync(
    file,
    '{"level":"info","msg":"started"}\n{"level":"warn","msg":"slow"}\n{"level":"err',
  );
  await vi.waitFor(() => expect(said).toEqual(["warning: slow"]), 240_000);
  appendFileSync(file, 'or","msg":"lost","err":{"message":"connection closed"}}\n');
  await vi.waitFor(() => expect(said.at(-1)).toBe("error: lost: connection closed"), 240_000);
  end();
  rmSync(folder, { recursive: true });
});

test("a flood is cut off and says where the rest is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "log-"));
  const file = join(folder, "worker.log");
  writeFileSync(file, '{"level":"warn","msg":"again"}\n'.repeat(100));
  const said: string[] = [];
  const end = followWarnings(file, (line) => said.push(line));
  await vi.waitFor(() => expect(said.at(-1)).toBe(`95 more in ${file}`), 240_000);
  expect(said).toHaveLength(6);
  end();
  rmSync(folder, { recursive: true });
});
