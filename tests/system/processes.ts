import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { bundledPrograms, type Programs } from "@team-chat/bundle";

const root = path.join(import.meta.dirname, "../..");
const lookEveryMs = 20;
/** Longest start and stop of a process: a test that waits longer says for which. */
const patienceMs = 120_000;
/** Programs that are no service. */
const tools: readonly string[] = ["all-services", "echo-bot"];
const own = await bundledPrograms(root);
/** Exit code of a process that is to be started again at once (libs/http, `runProcess`). */
const startAgain = 75;

type ProgramName =
  | "all-services"
  | "channels"
  | "echo-bot"
  | "events"
  | "gateway"
  | "messages"
  | "users"
  | "webhooks";

/** A program, or a further process of it: `events-2`. */
export type ProcessName = ProgramName | `${ProgramName}-${number}`;

/** Returns the name of the program that a process runs. */
export function programOf(name: ProcessName): string {
  return name.replace(/-\d+$/, "");
}

interface ProcessOptions {
  /** Returns the environment of a process that is about to start. */
  readonly env: () => Readonly<Record<string, string>>;
  /** Of all services that it runs, first the one that it is asked at. */
  readonly ports: readonly number[];
  readonly metricsPort: number;
  /** Folder of the log. */
  readonly dir: string;
}

/** One of the product's processes, started the way an installation starts it, and killed the way accidents do. */
export class ManagedProcess {
  readonly name: ProcessName;
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #programs = own;
  #isWanted = false;

  constructor(name: ProcessName, options: ProcessOptions) {
    this.name = name;
    this.#options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#options.ports[0]}`;
  }

  /** Reads the lines that the process has logged, since the first of its name was started. */
  logLines(): readonly Record<string, unknown>[] {
    return readFileSync(this.#logFile(), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Reads what the process measures: each series with its value. */
  async scrape(): Promise<{ readonly text: string; readonly series: ReadonlyMap<string, number> }> {
    const response = await fetch(`http://127.0.0.1:${this.#options.metricsPort}/metrics`);
    const text = await response.text();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const series = lines.map((line): [string, number] => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    });
    return { text, series: new Map(series) };
  }

  /**
   * Resolves when the process says that it is ready. Once it has asked to be started again it is, whatever it ends
   * with, as by what runs the processes of an installation. Runs the programs of this tree, or those of another
   * release.
   * @throws Error when it ends before it is ready, or is not ready in time
   */
  async start(programs: Programs = own): Promise<void> {
    this.#isWanted = true;
    this.#programs = programs;
    let child = this.#spawn();
    const again = (code: number | null) => {
      if (!this.#isWanted || code === null) return;
      child = this.#spawn();
      child.once("exit", again);
    };
    child.once("exit", (code) => {
      if (code === startAgain) again(code);
    });
    const since = performance.now();
    while (!(await this.#isReady())) {
      if (performance.now() - since > patienceMs)
        throw new Error(`${this.name} is not ready; see ${this.#options.dir}`);
      if (child.exitCode !== null && child.exitCode !== startAgain)
        throw new Error(`${this.name} ended with ${child.exitCode}; see ${this.#options.dir}`);
      await delay(lookEveryMs);
    }
  }

  /** Ends the process with SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Memory that it has for itself, in MiB. */
  residentMib(): number {
    const status = readFileSync(`/proc/${this.#child?.pid}/status`, "utf8");
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Has the process stand still, as one that computes and does not look up; returns how to let it go on. */
  suspend(): () => void {
    const child = this.#child;
    child?.kill("SIGSTOP");
    return () => child?.kill("SIGCONT");
  }

  #spawn(): ChildProcess {
    const folder = tools.includes(programOf(this.name)) ? "tools" : "services";
    const program = `${folder}/${programOf(this.name)}/src/main.ts`;
    const child = spawn(process.execPath, [this.#programs.pathOf(program)], {
      env: { ...process.env, ...this.#programs.variables, ...this.#options.env() },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log = createWriteStream(this.#logFile(), { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.#child = child;
    return child;
  }

  #logFile(): string {
    return path.join(this.#options.dir, `${this.name}.log`);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit", { signal: AbortSignal.timeout(patienceMs) });
    child.kill(signal);
    await ended.catch((cause: unknown) => {
      throw new Error(`${this.name} does not end; see ${this.#options.dir}`, { cause });
    });
  }

  async #isReady(): Promise<boolean> {
    const answers = this.#options.ports.map(async (port) => {
      const url = `http://127.0.0.1:${port}/readyz`;
      const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
      await response.arrayBuffer();
      return response.ok;
    });
    const all = await Promise.allSettled(answers);
    return all.every((one) => one.status === "fulfilled" && one.value);
  }
}
