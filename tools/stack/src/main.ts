import { dataDirOf } from "./commands/options-from-env.ts";
import { rotateCommand } from "./commands/rotate.ts";
import { startCommand } from "./commands/start.ts";
import { statusCommand } from "./commands/status.ts";
import { stopCommand } from "./commands/stop.ts";
import { teamChat } from "./processes.ts";
import type { StackState } from "./state/stack-state.ts";

const [command, ...flags] = process.argv.slice(2);
const dataDir = dataDirOf(process.env);

switch (command) {
  case "start":
    await startCommand({ planFor: teamChat, isWatching: false, announce });
    break;
  case "dev":
    await startCommand({ planFor: teamChat, isWatching: true, announce });
    break;
  case "status":
    process.exitCode = statusCommand(dataDir, { json: flags.includes("--json") });
    break;
  case "stop":
    process.exitCode = await stopCommand(dataDir);
    break;
  case "rotate":
    process.exitCode = rotateCommand(dataDir);
    break;
  default:
    console.error(
      "Usage: npm start | npm run dev | npm run status [-- --json] | npm run stop | npm run rotate",
    );
    process.exitCode = 1;
}

async function announce(state: StackState): Promise<string> {
  // Loaded late, because it knows the demo organizations and with them the whole contract.
  const { banner } = await import("./banner/banner.ts");
  return await banner(state);
}
