import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";

import { plainLayout } from "@team-chat/contract";
import { connectNats, markLoss, type Nats, provision } from "@team-chat/nats";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { createLogger } from "@team-chat/telemetry";
import { nextLook } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";

const twoServices = path.join(import.meta.dirname, "fixtures/two-services.ts");
const dataDir = mkdtempSync(path.join(tmpdir(), "run-process-"));
const log = createLogger({ service: "test", level: "silent" });
let nats: ServerHandle;
let connection: Nats;

beforeAll(async () => {
  nats = await startNats({ dataDir });
  connection = await connectNats({ url: nats.url, name: "test", log });
  await provision(connection, { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 });
});
afterAll(async () => {
  await connection.close();
  await nats.stop();
  rmSync(dataDir, { recursive: true });
});

interface Line {
  readonly service: string;
  readonly msg: string;
  readonly port?: number;
  readonly metricsPort?: number;
}

/** A process of two services. */
class TwoServices {
  readonly #child: ChildProcess;
  readonly exitCode: Promise<unknown>;
  readonly errors: Promise<string>;
  #output = "";

  constructor() {
    const child = spawn(process.execPath, [twoServices], {
      env: { ...process.env, NATS_URL: nats.url },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdout.on("data", (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
    this.errors = text(child.stderr);
    this.exitCode = once(child, "close").then(([code]) => code as unknown);
    this.#child = child;
  }

  lines(msg: string): readonly Line[] {
    return this.#output
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.msg === msg);
  }

  /** Resolves with what each service says when all have started. */
  async started(): Promise<readonly Line[]> {
    for (;;) {
      const lines = this.lines("started and takes requests");
      if (lines.length === 2) return lines;
      await nextLook();
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

function portOf(lines: readonly Line[], service: string, kind: "metricsPort" | "port"): number {
  return lines.find((line) => line.service === service)?.[kind] ?? 0;
}

describe("several services in one process (docs/adr/0023-one-process-or-six.md)", () => {
  test("an error that nobody handles in one service ends the process with all of its services", async ({
    expect,
  }) => {
    const two = new TwoServices();
    const lines = await two.started();
    const of = (name: string) => `http://127.0.0.1:${portOf(lines, name, "port")}`;
    expect(await (await fetch(of("first"))).text()).toBe("first");
    await fetch(`${of("second")}/mistake`).catch(() => undefined);
    expect(await two.exitCode).toBe(1);
    expect(await two.errors).toContain("second has made a mistake");
    await expect(fetch(of("first"))).rejects.toThrow("fetch failed");
  });

  test("services of one process measure under names of their own, and stop in reverse order", async ({
    expect,
  }) => {
    const two = new TwoServices();
    const lines = await two.started();
    const announced = async (name: string) => {
      const url = `http://127.0.0.1:${portOf(lines, name, "metricsPort")}/metrics`;
      return await (await fetch(url)).text();
    };
    expect(await announced("first")).toMatch(/process_uptime_seconds\{.*service_name="first"/);
    expect(await announced("second")).not.toContain("process_uptime_seconds");
    two.kill("SIGTERM");
    expect(await two.exitCode).toBe(0);
    const stopped = two.lines("stopped: nothing is under way any more");
    expect(stopped.map(({ service }) => service)).toEqual(["second", "first"]);
  });

  test("a process whose database has lost something ends at once, to be started again", async ({
    expect,
  }) => {
    const two = new TwoServices();
    await two.started();
    await markLoss(connection, { server: "new", left: "old" });
    expect(await two.exitCode).toBe(75);
  });
});

test("a process that has little to do gives memory back that it took for its work", async ({
  expect,
}) => {
  const program = path.join(import.meta.dirname, "fixtures/idle-after-work.ts");
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await text(child.stdout)).toContain("given back, 1 kept");
});
