import { run } from "./run.ts";

const { lines, status } = await run(process.argv.slice(2));
for (const line of lines) console.log(line);
process.exitCode = status;
