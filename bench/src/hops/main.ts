import { Coverage, type Hop } from "./coverage.ts";
import { type Flow, flows, openFlows } from "./flows.ts";

/** Requests before the first that is counted, so that connections are open and caches filled. */
const warmUps = 5;
const rounds = 8;

async function passedBy(flow: Flow): Promise<readonly Hop[]> {
  await using resources = new AsyncDisposableStack();
  const coverage = await Coverage.open(resources);
  const ready = await flow.prepare(await openFlows(coverage.stack, resources));
  for (let warmUp = 0; warmUp < warmUps; warmUp += 1) await (await ready())();
  return await coverage.of(ready, rounds);
}

/** The workspace that a file belongs to, such as `services/messages`. */
function workspaceOf({ path }: Hop): string {
  return path.split("/").slice(0, 2).join("/");
}

function sumOf(hops: readonly Hop[]): string {
  const lines = hops.reduce((sum, hop) => sum + hop.lines, 0);
  return `${hops.length} files, ${lines} lines`;
}

function print(title: string, hops: readonly Hop[]): void {
  console.log(`\n${title}: ${sumOf(hops)}`);
  for (const [workspace, own] of Map.groupBy(hops, workspaceOf)) {
    console.log(`  ${workspace}: ${sumOf(own)}`);
    for (const { functions, lines, path } of own)
      console.log(`    ${String(lines).padStart(4)} ${String(functions).padStart(4)}  ${path}`);
  }
}

const name = process.argv[2] ?? "";
const flow = flows[name];
if (flow === undefined) {
  console.error(`Say which: ${Object.keys(flows).join(", ")}.`);
  process.exit(2);
}
const hops = await passedBy(flow);
const isCounted = ({ path }: Hop) => flow.counted.some((start) => path.startsWith(start));
console.log(
  `${flow.description}. Each line: lines of a file, how many of its functions ran, its path.`,
);
console.log(
  "A file counts when any function of it ran: an upper bound of what a reader has to open.",
);
print(
  "Beside it",
  hops.filter((hop) => !isCounted(hop)),
);
const counted = hops.filter(isCounted);
print("Counted", counted);
console.log(`\ncounted: ${sumOf(counted)}`);
const several = counted.filter(({ functions }) => functions > 1);
console.log(`of which several functions ran: ${sumOf(several)}`);
const { target } = flow;
if (target !== undefined)
  console.log(
    `wanted: at most ${target.files} files${target.lines ? `, ${target.lines} lines` : ""}`,
  );
process.exit(0);
