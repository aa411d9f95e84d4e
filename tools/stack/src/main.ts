import { type Programs, sourcePrograms } from "@team-chat/bundle";

import { announce } from "./announce.ts";
import { becomeBundle, stackProgram } from "./become-bundle.ts";
import { endLeftoversCommand } from "./commands/end-leftovers.ts";
import { dataDirOf, root } from "./commands/options-from-env.ts";
import { rotateCommand } from "./commands/rotate.ts";
import { startCommand } from "./commands/start.ts";
import { statusCommand } from "./commands/status.ts";
import { stopCommand } from "./commands/stop.ts";
import { teamChat } from "./processes.ts";

const [command, ...flags] = process.argv.slice(2);
const dataDir = dataDirOf(process.env);

switch (command) {
  case "start":
    await start(await becomeBundle(root), false);
    break;
  case "dev":
    // What is started again when its code changes runs as it is written.
    await start(sourcePrograms(root), true);
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
  case "banner":
    await printBanner();
    break;
  case "end-leftovers":
    await endLeftoversCommand(dataDir);
    break;
  default:
    console.error(
      "Usage: npm start | npm run dev | npm run status [-- --json] | npm run stop | npm run rotate",
    );
    process.exitCode = 1;
}

async function start(programs: Programs, isWatching: boolean): Promise<void> {
  await startCommand({
    planFor: teamChat,
    programs,
    isWatching,
    announce: (state) => announce(programs.pathOf(stackProgram), state, dataDir),
  });
}

async function printBanner(): Promise<void> {
  // Loaded late, because every other command does without the contract.
  const { bannerCommand } = await import("./commands/banner.ts");
  await bannerCommand(dataDir);
}
