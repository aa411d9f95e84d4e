import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { root } from "../src/commands/options-from-env.ts";
import { teamChat } from "../src/processes.ts";
import { processIdentity } from "../src/state/process-identity.ts";
import type { ProcessStatus, StackState } from "../src/state/stack-state.ts";
import { DataFolder, type Running } from "./run-stack.ts";

const patience = { timeout: 240_000, interval: 50 };

async function ready(stack: Running): Promise<void> {
  await vi.waitFor(() => expect(stack.output()).toContain("ready at"), patience);
}

function processes({ servers, services }: StackState): readonly ProcessStatus[] {
  return [...servers, ...services];
}

function alive(pids: readonly (number | null)[]): (number | null)[] {
  return pids.filter((pid) => pid !== null && processIdentity(pid) !== null);
}

describe("while a stack runs", () => {
  const folder = new DataFolder();
  const sources = join(folder.path, "sources");
  let stack: Running;

  beforeAll(async () => {
    mkdirSync(sources);
    stack = folder.start({ TINY_SOURCES: relative(root, sources) });
    await ready(stack);
  });

  afterAll(() => folder[Symbol.asyncDispose]());

  function find(name: string): ProcessStatus | undefined {
    return processes(folder.state()).find((one) => one.name === name);
  }

  test("a second start refuses with the address and pid of the first", async () => {
    const { url, pid } = await folder.status();
    const second = folder.start();
    await expect(second.exitCode).resolves.toBe(1);
    expect(second.output()).toContain(`Team Chat is already running at ${url} (pid ${pid})`);
    await expect(folder.status()).resolves.toMatchObject({ pid, phase: "ready" });
  });

  test("another one on its port says that it is taken, starts nothing and leaves nothing", async () => {
    await using other = new DataFolder();
    const { url } = await folder.status();
    const second = other.start({ PORT: new URL(url).port });
    await expect(second.exitCode).resolves.toBe(1);
    expect(second.output()).toMatch(/^Port \d+ is taken by another program: .+\n$/);
    expect(readdirSync(other.path)).toEqual(["secrets.json"]);
  });

  test("status tells every process with pid, port, state and restarts", async () => {
    const state = await folder.status();
    const names = ["postgres", "nats", "redis", "worker", "gateway"];
    expect(processes(state)).toEqual(
      names.map((name) => ({
        name,
        pid: expect.any(Number),
        port: expect.any(Number),
        state: "ready",
        restarts: 0,
      })),
    );
    expect(alive(processes(state).map(({ pid }) => pid))).toHaveLength(5);
    const answer = await fetch(state.url);
    expect(await answer.text()).toBe(String(state.services[1]?.pid));
  });

  test.for(["gateway", "postgres", "nats", "redis"])(
    "%s is started again when it is killed, on the same port, and a line says so",
    async (name) => {
      const before = find(name);
      process.kill(before?.pid ?? 0, "SIGKILL");
      await vi.waitFor(
        () => expect(find(name)).toMatchObject({ state: "ready", restarts: 1 }),
        patience,
      );
      const after = find(name);
      expect(after?.port).toBe(before?.port);
      expect(after?.pid).not.toBe(before?.pid);
      expect(stack.output()).toContain(
        `${name} (pid ${before?.pid}) was killed by SIGKILL; starting it again now.`,
      );
    },
  );

  test("a process that dies again and again is started with growing pauses", async () => {
    const worker = find("worker");
    for (const pause of ["now", "in 100 ms", "in 200 ms"]) {
      await vi.waitFor(() => fetch(`http://127.0.0.1:${worker?.port}/exit/7`), patience);
      const line = `ended with code 7; starting it again ${pause}.`;
      await vi.waitFor(() => expect(stack.output()).toContain(line), patience);
    }
  });

  test("all processes whose code has changed are started again", async () => {
    const names = ["worker", "gateway"];
    const areReady = () =>
      expect(names.map((name) => find(name)?.state)).toEqual(["ready", "ready"]);
    await vi.waitFor(areReady, patience);
    const before = names.map((name) => find(name)?.pid);
    // Until it watches, and not so often that it waits for the last one.
    const change = () => {
      writeFileSync(join(sources, "changed.ts"), "");
      expect(stack.output()).toContain("Changed: restarting worker, gateway.");
    };
    await vi.waitFor(change, { ...patience, interval: 500 });
    await vi.waitFor(() => {
      areReady();
      for (const [index, name] of names.entries()) expect(find(name)?.pid).not.toBe(before[index]);
    }, patience);
  });
});

test("the code of a service belongs to both of its processes with REPLICAS=2", () => {
  const { services } = teamChat({ mode: "development", shape: "services", replicas: 2 });
  const sourcesOf = new Map(services.map(({ name, sources }) => [name, sources]));
  expect(sourcesOf.size).toBe(12);
  for (const name of ["users", "channels", "messages", "events", "webhooks", "gateway"]) {
    expect(sourcesOf.get(name)).toEqual([`services/${name}/src`]);
    expect(sourcesOf.get(`${name}-2`)).toEqual(sourcesOf.get(name));
  }
});

test("nothing runs where nothing was started, and status fails", async () => {
  await using folder = new DataFolder();
  const none = await folder.command("status", "--json");
  await expect(none.exitCode).resolves.toBe(1);
  expect(JSON.parse(none.output())).toMatchObject({ phase: "stopped", services: [] });
});

test("asked to end, a stack ends everything it started and gives the folder back", async () => {
  await using folder = new DataFolder();
  const stack = folder.start();
  await ready(stack);
  const pids = processes(folder.state()).map(({ pid }) => pid);
  stack.kill("SIGTERM");
  await expect(stack.exitCode).resolves.toBe(0);
  expect(alive(pids)).toEqual([]);
  expect(existsSync(join(folder.path, "stack.lock"))).toBe(false);
  expect(existsSync(join(folder.path, "stack.json"))).toBe(false);
});

test("a last step that fails is told and ends nothing", async () => {
  await using folder = new DataFolder();
  const stack = folder.start({ TINY_STEP_FAILS: "1" });
  await ready(stack);
  expect(stack.output()).toContain(
    'The step "failing" failed:\nthe step cannot go on\nEverything else runs; the next start tries again.',
  );
  await expect(folder.status()).resolves.toMatchObject({ phase: "ready" });
});

test("what a killed stack leaves behind ends without anybody's help, and the next start waits for that", async () => {
  await using folder = new DataFolder();
  const killed = folder.start();
  await ready(killed);
  const first = processes(folder.state()).map(({ pid }) => pid);
  killed.kill("SIGKILL");
  await killed.exitCode;
  const next = folder.start();
  await ready(next);
  expect(alive(first)).toEqual([]);
  const second = processes(folder.state()).map(({ pid }) => pid);
  next.kill("SIGKILL");
  await vi.waitFor(() => expect(alive(second)).toEqual([]), patience);
});

test("a stack that npm started ends when npm is killed", async () => {
  await using folder = new DataFolder();
  const npm = folder.startByNpm();
  await ready(npm);
  const pids = processes(folder.state()).map(({ pid }) => pid);
  npm.kill("SIGKILL");
  await vi.waitFor(() => expect(alive(pids)).toEqual([]), patience);
});

test("a start that is interrupted before it is ready leaves nothing behind", async () => {
  await using folder = new DataFolder();
  const stack = folder.start();
  await vi.waitFor(() => expect(existsSync(join(folder.path, "stack.json"))).toBe(true), patience);
  stack.kill("SIGINT");
  await expect(stack.exitCode).resolves.toBe(0);
  expect(existsSync(join(folder.path, "stack.lock"))).toBe(false);
  await ready(folder.start());
});
