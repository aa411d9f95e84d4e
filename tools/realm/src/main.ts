import { ConfigError } from "@team-chat/config";
import { AppError } from "@team-chat/errors";

import { readConfig } from "./config.ts";
import { OperatorRefusal } from "./operator-client.ts";
import { run } from "./run.ts";
import { usage, UsageError } from "./usage.ts";

const args = process.argv.slice(2);
if (args.length === 0 || args.includes("--help")) {
  console.log(usage);
} else {
  try {
    for (const line of await run(readConfig(), args)) console.log(line);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n(npm run realm -- --help)`;
  if (error instanceof AppError || error instanceof OperatorRefusal) return error.message;
  if (error instanceof ConfigError) return error.message;
  // What parseArgs throws names the wrong option.
  if (error instanceof TypeError && "code" in error)
    return `${error.message}\n(npm run realm -- --help)`;
  throw error;
}
