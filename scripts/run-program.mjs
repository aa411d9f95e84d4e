import { spawn } from "node:child_process";

import { watchStarter } from "./watch-starter.mjs";

/**
 * Runs a program in place of this one: signals go to it, and its end is our end.
 *
 * The program has an IPC channel to us and ends when that closes, so that it goes too when we are killed. The same
 * holds for whoever started us, which is npm: when it is killed, the program is asked to end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export function runProgram(command, args, options) {
  const child = spawn(command, args, {
    ...options,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const endWatch = watchStarter(() => child.kill("SIGTERM"));
  process.on("SIGINT", () => child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.once("error", (error) => {
    console.error(`${command} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => {
    endWatch();
    process.exit(code ?? (signal === "SIGINT" ? 130 : 143));
  });
}
