import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, chmodSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

function answers(url: string): Promise<boolean> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    const settle = (value: boolean): void => {
      socket.destroy();
      resolve(value);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

test("the servers of a test run that is killed end with it, and their folder goes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "guard-"));
  chmodSync(folder, 0o711);
  const fixture = join(import.meta.dirname, "fixtures/run-that-hangs.ts");
  const run = spawn(process.execPath, [fixture], { env: { ...process.env, TMPDIR: folder } });
  const line = await new Promise<string>((resolve) => {
    run.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()));
  });
  const urls = Object.values(JSON.parse(line) as Record<string, string>);
  expect(await Promise.all(urls.map(answers))).toEqual([true, true, true]);
  expect(readdirSync(folder)).toHaveLength(1);
  run.kill("SIGKILL");
  const gone = async (): Promise<void> => {
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false]);
    expect(readdirSync(folder)).toEqual([]);
  };
  await vi.waitFor(gone, { timeout: 240_000, interval: 50 });
  rmSync(folder, { recursive: true });
});
