import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

const config = readConfig();
const stopGraceMs = config.DRAIN_MS + 15_000;

const service = await createService(config);
const stop = () => {
  setTimeout(() => process.exit(2), stopGraceMs).unref();
  void service[Symbol.asyncDispose]();
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
