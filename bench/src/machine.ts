import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";

const tmpfsMagic = 0x01021994;

/** Facts besides the code that a figure depends on. To be taken before the load starts. */
export interface MachineFacts {
  readonly cores: number;
  readonly model: string;
  readonly memoryBytes: number;
  readonly kernel: string;
  readonly node: string;
  /** Over 1, 5 and 15 minutes, before the run. */
  readonly loadAverageBefore: readonly number[];
  /** Of the checkout; null outside of one. `-dirty` when files differ from it. */
  readonly commit: string | null;
}

/** @throws Error when temporary files live in memory, where an fsync costs nothing and the floors would lie. */
export function readMachineFacts(): MachineFacts {
  if (statfsSync(tmpdir()).type === tmpfsMagic) {
    throw new Error(`${tmpdir()} is in memory: set TMPDIR to a folder on the disk to be measured`);
  }
  const processors = cpus();
  return {
    cores: processors.length,
    model: processors[0]?.model.trim() ?? "unknown",
    memoryBytes: totalmem(),
    kernel: release(),
    node: process.version,
    loadAverageBefore: loadavg(),
    commit: findCommit(),
  };
}

function findCommit(): string | null {
  const options = { cwd: import.meta.dirname, encoding: "utf8" } as const;
  const { status, stdout } = spawnSync("git", ["describe", "--always", "--dirty"], options);
  return status === 0 ? stdout.trim() : null;
}
