import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

import type { Config } from "../src/index.ts";

/** Starts a process of the service of its own, with the true time. */
export function spawnProcess(config: Config): ChildProcess {
  return spawn(process.execPath, [path.join(import.meta.dirname, "../src/main.ts")], {
    stdio: "ignore",
    env: {
      ...process.env,
      MODE: config.MODE,
      LOG_LEVEL: "silent",
      PORT: "0",
      METRICS_PORT: "0",
      OPERATOR_PORT: "0",
      EXTERNAL_HOST: config.EXTERNAL_HOST,
      NATS_URL: config.NATS_URL,
      DATABASE_URL: config.DATABASE_URL.reveal(),
      IDENTITY_KEY: config.IDENTITY_KEY.reveal(),
      CHANNELS_URL: config.CHANNELS_URL,
      MESSAGES_URL: config.MESSAGES_URL,
      WEBHOOKS_URL: config.WEBHOOKS_URL,
      MAIL_DIR: config.MAIL_DIR,
    },
  });
}
