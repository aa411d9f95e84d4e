import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { StackState } from "../src/state/stack-state.ts";

const folder = import.meta.dirname;
const tinyStack = join(folder, "fixtures/tiny-stack.ts");
const program = join(folder, "../src/main.ts");
const realmProgram = join(folder, "../../realm/src/main.ts");

/** A data folder for the stacks of one test. */
export class DataFolder implements AsyncDisposable {
  readonly path = mkdtempSync(join(tmpdir(), "team chat stack "));

  constructor() {
    chmodSync(this.path, 0o755);
  }

  /** Starts a stack of two tiny services on free ports; returns before it is ready. */
  start(env: Readonly<Record<string, string>> = {}): Running {
    return new Running(tinyStack, ["start"], { PORT: "0", ...env, DATA_DIR: this.path });
  }

  /** Starts it as npm does: by a process that starts it and waits. */
  startByNpm(): Running {
    const script = `require("node:child_process").spawn(process.execPath, ${JSON.stringify([tinyStack, "start"])}, { stdio: "inherit" })`;
    return new Running("-e", [script], { PORT: "0", DATA_DIR: this.path, npm_execpath: "npm" });
  }

  /** Starts the product on free ports; returns before it is ready. */
  startProduct(): Running {
    return new Running(program, ["start"], { PORT: "0", DATA_DIR: this.path });
  }

  /** Runs an operator's command on the product that runs here; returns what it prints. */
  async realm(...args: string[]): Promise<string> {
    const running = new Running(realmProgram, args, { DATA_DIR: this.path });
    await running.exitCode;
    return running.output();
  }

  /** Runs a command of the real program to its end. */
  async command(...args: string[]): Promise<Running> {
    const running = new Running(program, args, { DATA_DIR: this.path });
    await running.exitCode;
    return running;
  }

  /** Reads what `status` tells, without a process that starts to say it. */
  state(): StackState {
    const text = readFileSync(join(this.path, "stack.json"), "utf8");
    return (JSON.parse(text) as { state: StackState }).state;
  }

  async status(): Promise<StackState> {
    const { output } = await this.command("status", "--json");
    return JSON.parse(output()) as StackState;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.command("stop");
    rmSync(this.path, { recursive: true });
  }
}

/** A started program and what it has printed so far. */
export class Running {
  readonly #child: ChildProcess;
  readonly exitCode: Promise<number | null>;
  #output = "";

  constructor(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [file, ...args], {
      // The test runner has a variable MODE of its own.
      env: { ...process.env, MODE: "development", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk: Buffer): void => {
      this.#output += chunk.toString();
    };
    this.#child.stdout?.on("data", keep);
    this.#child.stderr?.on("data", keep);
    this.exitCode = new Promise((resolve) => {
      this.#child.once("close", (code) => resolve(code));
    });
  }

  readonly output = (): string => this.#output;

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}
