import { spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { giveTo, type Account } from "./account.ts";

/** Location and account of a cluster to make. */
export interface ClusterOptions {
  readonly native: string;
  readonly folder: string;
  readonly account: Account;
  readonly password: string;
  readonly durable: boolean;
  /** Called with the pid of initdb, when it has to run. */
  readonly onSpawn?: ((pid: number) => void) | undefined;
}

// The mark of a finished initdb: one that was killed half-way leaves a folder that PostgreSQL cannot use.
const doneFile = "team-chat.initialised";

/** Makes the database cluster unless the folder already holds a finished one. */
export async function initCluster(options: ClusterOptions): Promise<void> {
  const { folder, account } = options;
  const done = join(folder, doneFile);
  if (existsSync(done)) return;
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  const passwordFile = join(dirname(folder), `.pg-password-${process.pid}`);
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  giveTo(passwordFile, account);
  try {
    await runInitdb(options, passwordFile);
  } finally {
    rmSync(passwordFile);
  }
  writeFileSync(done, "");
  giveTo(done, account);
}

function runInitdb(options: ClusterOptions, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${options.folder}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth-host=scram-sha-256",
    // Over a socket in the file system, which only servers that are not durable have, a password is said as it is: to
    // prove it otherwise takes 4 % of the processor time of a test.
    `--auth-local=${options.durable ? "scram-sha-256" : "password"}`,
    "--encoding=UTF8",
    // The same order and case rules on every operating system, without its locales.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(options.durable ? [] : ["--no-sync", "--set=scram_iterations=1"]),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(join(options.native, "bin", "initdb"), args, {
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      ...options.account,
    });
    if (child.pid !== undefined) options.onSpawn?.(child.pid);
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL could not make its data folder:\n${output.trim()}`));
    });
  });
}
