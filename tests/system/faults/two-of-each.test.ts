import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { ProcessStatus, StackState } from "@team-chat/stack";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Sends } from "./sends.ts";
import { Witness } from "./witness.ts";

const program = path.join(import.meta.dirname, "../../../tools/stack/src/main.ts");
const programs = ["users", "channels", "messages", "events", "webhooks", "gateway"] as const;
const processes = programs.flatMap((name) => [name, `${name}-2`] as const);
/**
 * Most refusals of one send, which is tried again 20 ms after each: by then the other process answers, so that no 5xx
 * lasts.
 */
const maxRefusals = 10;
/** Held where faults are what is being measured, as in crashes.test.ts. */
const p99Ms = process.env["FAULT_ROUNDS"] === undefined ? Infinity : 500;

const dataDir = mkdtempSync(path.join(tmpdir(), "two-of-each-"));
let stack: ChildProcess;
let witnesses: readonly Witness[];
let sends: Sends;

/** Reads what the stack says of its processes. */
function state(): StackState | undefined {
  try {
    const text = readFileSync(path.join(dataDir, "stack.json"), "utf8");
    return (JSON.parse(text) as { state: StackState }).state;
  } catch {
    return undefined;
  }
}

function statusOf(name: string): ProcessStatus {
  const { servers = [], services = [] } = state() ?? {};
  const found = [...servers, ...services].find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no process ${name}.`);
  return found;
}

/** Ends a process by a signal; resolves when another one has taken its place. */
async function end(name: string, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const { pid, restarts } = statusOf(name);
  process.kill(Number(pid), signal);
  await until(() => statusOf(name).restarts > restarts && statusOf(name).state === "ready");
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    if (stack.exitCode !== null) throw new Error(`The stack ended; see ${dataDir}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  stack = spawn(process.execPath, [program, "start"], {
    env: { ...process.env, MODE: "development", REPLICAS: "2", PORT: "0", DATA_DIR: dataDir },
    stdio: "ignore",
  });
  await until(() => state()?.phase === "ready");
  const url = state()?.url ?? "";
  const sender = await Client.login(url, "member2@example.com");
  const receiver = await Client.login(url, "member@example.com");
  witnesses = await Promise.all(Array.from({ length: 6 }, () => Witness.begin(receiver)));
  sends = new Sends([sender, receiver], "two of each");
});

afterAll(async () => {
  const ended = once(stack, "exit");
  stack.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true });
});

/** Resolves when everybody has heard a message that was sent from now on. */
async function heard(): Promise<void> {
  const id = await sends.next();
  await Promise.all(witnesses.map((witness) => witness.hears(id)));
}

describe("a product with two processes of each service", () => {
  test.for(processes)(
    "a product with two of each goes on when %s is killed, and polls notice nothing",
    async (name, { expect }) => {
      await heard();
      const before = witnesses.map(({ failedPolls }) => failedPolls);
      await end(name, "SIGKILL");
      await heard();
      // A gateway's death breaks the connections of its clients, who poll again at the other one.
      const most = name.startsWith("gateway") ? Infinity : 0;
      for (const [index, { failedPolls }] of witnesses.entries())
        expect(failedPolls - (before[index] ?? 0)).toBeLessThanOrEqual(most);
    },
  );

  // The second ones of each are stopped in upgrade.test.ts, too.
  test("a product with two of each refuses no send and no poll while one of each is stopped and replaced", async ({
    expect,
  }) => {
    await heard();
    const before = witnesses.map(({ failedPolls }) => failedPolls);
    const failures = sends.failures.length;
    for (const name of programs) await end(name, "SIGTERM");
    await heard();
    expect(sends.failures.slice(failures)).toEqual([]);
    expect(witnesses.map(({ failedPolls }) => failedPolls)).toEqual(before);
  });

  test("a product without NATS stays ready for requests, and events come when it is back", async ({
    expect,
  }) => {
    await heard();
    const nats = Number(statusOf("nats").pid);
    process.kill(nats, "SIGSTOP");
    const id = await sends.next();
    for (const name of ["users", "channels", "messages", "webhooks", "gateway"]) {
      const { status } = await fetch(`http://127.0.0.1:${statusOf(name).port}/readyz`);
      expect([name, status]).toEqual([name, 200]);
    }
    process.kill(nats, "SIGCONT");
    await Promise.all(witnesses.map((witness) => witness.hears(id)));
  });

  test("a product with two of each loses nothing, ends no queue, and is slow for nobody when one dies", async ({
    expect,
  }) => {
    const sent = await sends.stop();
    await Promise.all(witnesses.map((witness) => witness.hears(sent.at(-1) ?? 0)));
    for (const { heard: ids, problems, registrations } of witnesses) {
      expect([problems, registrations]).toEqual([[], 1]);
      const hearers = new Set(ids);
      expect(sent.filter((id) => !hearers.has(id))).toEqual([]);
    }
    expect(sends.mostRefusals).toBeLessThanOrEqual(maxRefusals);
    const times = sends.times.toSorted((one, other) => one - other);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(p99Ms);
    await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
  });
});
