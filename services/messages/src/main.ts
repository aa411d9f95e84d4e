import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

const stopGraceMs = 15_000;

const service = await createService(readConfig());
const stop = () => {
  setTimeout(() => process.exit(2), stopGraceMs).unref();
  void service[Symbol.asyncDispose]();
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
