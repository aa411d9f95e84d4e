import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { aptInstall, canAptInstall } from "./apt.ts";

/** A program that does not come from npm: a server, or what only tests need. */
export type ServerProgram =
  | "nats-server"
  | "redis-server"
  | "chromium"
  | "chromium-headless-shell"
  | "promtool"
  | "slapd";

/** Debian packages with another name than their program. */
const packages: Readonly<Partial<Record<ServerProgram, string>>> = { promtool: "prometheus" };

/** Alternatives to installing a server. */
const otherwise: Readonly<Record<ServerProgram, string>> = {
  "nats-server": ", or set NATS_URL to a running one (docker run -p 4222:4222 nats:2.9 -js)",
  "redis-server": ", or set REDIS_URL to a running one (docker run -p 6379:6379 redis:7)",
  chromium: "",
  "chromium-headless-shell": "",
  promtool: "",
  slapd: "",
};

// Debian puts servers into sbin, which the PATH of ordinary users lacks.
const usualFolders = [
  "/usr/local/bin",
  "/usr/local/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/opt/homebrew/bin",
];

/** A server program is missing and cannot be installed from here; the message is one sentence that says what to do. */
export class MissingServerError extends Error {
  override readonly name = "MissingServerError";

  constructor(program: ServerProgram) {
    const name = packages[program] ?? program;
    const install =
      process.platform === "darwin"
        ? `brew install ${name.replace("redis-server", "redis")}`
        : `sudo apt-get install ${name}`;
    super(`${program} is missing: install it (${install})${otherwise[program]}.`);
  }
}

/** Folders with server programs, and the way to install more. */
export interface Machine {
  readonly folders: readonly string[];
  /** Null where that needs somebody's leave. */
  readonly install: ((packages: readonly string[]) => Promise<void>) | null;
}

/** Returns the path of a server program on a machine, this one by default, or null. */
export function findServer(program: ServerProgram, machine = thisMachine()): string | null {
  return machine.folders.map((folder) => join(folder, program)).find(isExecutable) ?? null;
}

/**
 * Returns the path of a server program, installing it where that is possible.
 *
 * @throws MissingServerError when it is not.
 */
export async function locateServer(
  program: ServerProgram,
  machine = thisMachine(),
): Promise<string> {
  await installServers([program], machine);
  const path = findServer(program, machine);
  if (path === null) throw new MissingServerError(program);
  return path;
}

/**
 * Returns the path of a browser for programs, installing one where that is possible: the one without windows, which
 * takes half as much of the processor, or where there is none the one for people.
 *
 * @throws MissingServerError where neither can be had
 */
export async function locateBrowser(machine = thisMachine()): Promise<string> {
  try {
    return await locateServer("chromium-headless-shell", machine);
  } catch {
    return locateServer("chromium", machine);
  }
}

/** Ends with what is being installed: package managers refuse to do two things at once. */
let installing = Promise.resolve();

/**
 * Installs those of the programs that are missing, in one go: as root, on systems with apt-get.
 *
 * @throws MissingServerError on any other system.
 */
export function installServers(
  programs: readonly ServerProgram[],
  machine = thisMachine(),
): Promise<void> {
  const installed = installing.then(() => installMissing(programs, machine));
  installing = installed.catch(() => undefined);
  return installed;
}

async function installMissing(programs: readonly ServerProgram[], machine: Machine): Promise<void> {
  const missing = programs.filter((program) => findServer(program, machine) === null);
  const [first] = missing;
  if (first === undefined) return;
  if (machine.install === null) throw new MissingServerError(first);
  await machine.install(missing.map((program) => packages[program] ?? program));
}

function thisMachine(): Machine {
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return { folders: [...path, ...usualFolders], install: canAptInstall() ? aptInstall : null };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
