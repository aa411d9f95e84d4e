import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { type Cores, runOn } from "../cores.ts";
import type { FloorReply, FloorRequest } from "./programs/control.ts";

const programs = {
  "durable-insert": new URL("./programs/durable-insert.ts", import.meta.url),
  "fan-out": new URL("./programs/fan-out.ts", import.meta.url),
  "hop-proxy": new URL("./programs/hop-proxy.ts", import.meta.url),
  memory: new URL("./programs/memory.ts", import.meta.url),
  refuse: new URL("./programs/refuse.ts", import.meta.url),
  "hop-service": new URL("./programs/hop-service.ts", import.meta.url),
};

/** A floor program in a process of its own, on a free port; it also ends when this process does. */
export class FloorProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  /** Address at which it listens; programs that only take orders say `http://127.0.0.1:0`. */
  readonly url: URL;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.url = new URL(`http://127.0.0.1:${port}`);
  }

  get pid(): number {
    return this.#child.pid ?? NaN;
  }

  /** @throws Error when the program ends before it says that it is ready. */
  static async start(
    name: keyof typeof programs,
    environment: NodeJS.ProcessEnv = {},
    cores?: Cores,
  ): Promise<FloorProcess> {
    const file = fileURLToPath(programs[name]);
    const { args, program } = runOn(cores, [process.execPath, file]);
    const child = spawn(program, args, {
      stdio: ["ignore", "inherit", "pipe", "ipc"],
      env: { ...process.env, ...environment },
    });
    const reply = await nextReply(child, name);
    return new FloorProcess(child, reply.kind === "ready" ? reply.port : 0);
  }

  /** Gives one order and waits until it is done. @throws Error with the program's own words when it fails. */
  async order(request: FloorRequest): Promise<FloorReply> {
    const reply = nextReply(this.#child, request.kind);
    this.#child.send(request);
    return await reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await ended;
    }
  }
}

function nextReply(child: ChildProcess, what: string): Promise<FloorReply> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      child.off("message", take);
      child.off("close", end);
      child.stderr?.off("data", listen);
      child.off("error", reject);
    };
    const take = (message: unknown): void => {
      settle();
      const reply = message as FloorReply;
      if (reply.kind === "failed") {
        reject(new Error(`floor ${what}: ${reply.message}`));
      } else {
        resolve(reply);
      }
    };
    let complaint = "";
    const listen = (text: Buffer): void => {
      complaint += text.toString("utf8");
    };
    const end = (code: number | null): void => {
      settle();
      reject(new Error(`floor ${what}: the process ended with ${code}\n${complaint}`));
    };
    child.on("message", take);
    child.on("close", end);
    child.stderr?.on("data", listen);
    child.on("error", reject);
  });
}
