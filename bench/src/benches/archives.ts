import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import type { Bench, BenchOptions, Measurement } from "../bench.ts";
import { residentKb } from "../resident-memory.ts";
import { openStack, pidOf, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";

const root = path.join(import.meta.dirname, "../../..");
const lookEveryMs = 50;
const channels = 10;

/** Measures whether a large organization takes more memory to export and to take in than a small one. */
export const archives: Bench = {
  name: "archives",
  description:
    "Most memory of messages while an organization with 200,000 messages is exported, and taken in under another address.",
  floor: "the same with a small organization",
  rounds: 1,
  warmUpRounds: 0,
  open: async (options, resources) => {
    if (process.env["STACK_URL"] !== undefined)
      throw new Error("archives is measured on fresh processes: run it without STACK_URL");
    const stack = await openStack(resources);
    await fill(stack, options, resources);
    const folder = await mkdtemp(path.join(tmpdir(), "archives-"));
    resources.defer(() => rm(folder, { recursive: true }));
    const archive = (name: string) => path.join(folder, `${name || "root"}.zip`);
    let copies = 0;
    const commands = {
      export: (name: string) => ["export", name, "--to", archive(name)],
      import: (name: string) => ["import", archive(name), "--subdomain", `copy-${(copies += 1)}`],
    };
    return (["export", "import"] as const).map((what) => ({
      label: what,
      unit: "kB",
      better: "lower",
      target: { maxRatio: 1.5 },
      prepare: () =>
        Promise.resolve({
          floor: () => measure(stack, options, commands[what]("acme")),
          ours: async () => {
            const measured = await measure(stack, options, commands[what](""));
            const { size } = await stat(archive(""));
            options.log(`  the archive has ${Math.round(size / 1024)} kB`);
            return measured;
          },
        }),
    }));
  },
};

async function fill(
  stack: Stack,
  { log, quick }: BenchOptions,
  resources: AsyncDisposableStack,
): Promise<void> {
  const messages = quick ? 5000 : 200_000;
  const [reader] = await ensureMembers(stack, 1);
  if (reader === undefined) throw new Error("there is nobody to read");
  using api = await ApiClient.open(stack, 1);
  const db = await openTables(stack, "messages", resources);
  const owner = await signInOwner(api);
  await writeHistory({ api, db, owner, reader, channels, messages });
  log(`the organization has ${messages} messages`);
}

/** Carries out a command of the operator; returns the most memory that `messages` took meanwhile. */
async function measure(
  stack: Stack,
  { log }: BenchOptions,
  args: readonly string[],
): Promise<Measurement> {
  const pid = await pidOf(stack, "messages");
  const began = performance.now();
  const before = await residentKb(pid);
  const program = ["tools/realm/src/main.ts", ...args];
  const command = { isDone: false };
  const running = promisify(execFile)(process.execPath, program, {
    cwd: root,
    env: { ...process.env, DATA_DIR: stack.dataDir },
    maxBuffer: Number.POSITIVE_INFINITY,
  }).finally(() => {
    command.isDone = true;
  });
  let most = before;
  while (!command.isDone) {
    most = Math.max(most, await residentKb(pid));
    await delay(lookEveryMs);
  }
  await running;
  const seconds = Math.round((performance.now() - began) / 1000);
  log(`  ${args[0]}: from ${before} to ${most} kB in ${seconds} s`);
  return { value: most };
}
