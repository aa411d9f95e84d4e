import { Coverage, type Hop, idleHop } from "./coverage.ts";
import { carriers, type Flow, flows, openFlows } from "./flows.ts";
import { hopsBelow, page } from "./page.ts";

/** Requests before the first that is counted, so that connections are open and caches filled. */
const warmUps = 5;
const rounds = 8;

const explanation = `Each line: lines of a file, lines of its functions that ran, its path. "ran" sums up the latter.

  strict     every file of the flow any function of which ran: an upper bound
  libraries  those of them that carry requests and events and know nothing of chat
  product    all others of them
  followed   those that docs/subsystems/hops.md names, which pass the request on or decide about it; the
             remaining ones answer a question on the way, such as a look-up, an encoding or a queue
  beside     what any code calls: logs, errors, pools, timers; not counted`;

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

function isWithin(starts: readonly string[], { path }: Hop): boolean {
  return starts.some((start) => path.startsWith(start));
}

function sumOf(hops: readonly Hop[]): string {
  const lines = hops.reduce((sum, hop) => sum + hop.lines, 0);
  const ran = hops.reduce((sum, hop) => sum + hop.ranLines, 0);
  return `${hops.length} files, ${lines} lines (ran: ${ran})`;
}

function print(title: string, hops: readonly Hop[]): void {
  console.log(`\n${title}: ${sumOf(hops)}`);
  for (const [workspace, own] of Map.groupBy(hops, workspaceOf)) {
    console.log(`  ${workspace}: ${sumOf(own)}`);
    for (const { lines, path, ranLines } of own)
      console.log(`    ${String(lines).padStart(4)} ${String(ranLines).padStart(4)}  ${path}`);
  }
}

/** Returns those that the page names, in its order, and says of which no function ran. */
async function followed(heading: string, hops: readonly Hop[]): Promise<readonly Hop[]> {
  const named = await hopsBelow(heading);
  const idle = named.filter((path) => !hops.some((hop) => hop.path === path));
  if (idle.length > 0)
    console.log(
      `\n${page} names these, of which no function ran (constants, or no longer on the way):\n  ${idle.join("\n  ")}`,
    );
  return Promise.all(
    named.map(async (path) => hops.find((hop) => hop.path === path) ?? (await idleHop(path))),
  );
}

async function report(flow: Flow): Promise<void> {
  const hops = await passedBy(flow);
  const strict = hops.filter((hop) => isWithin(flow.own, hop));
  const beside = hops.filter((hop) => !isWithin(flow.own, hop));
  const libraries = strict.filter((hop) => isWithin(carriers, hop));
  const product = strict.filter((hop) => !isWithin(carriers, hop));
  console.log(`# ${flow.description}\n\n${explanation}`);
  print("beside", beside);
  if (libraries.length > 0) print("libraries", libraries);
  print("product", product);
  const { heading, target } = flow;
  const path = heading === undefined ? [] : await followed(heading, strict);
  console.log(`\nstrict:    ${sumOf(strict)}`);
  if (libraries.length > 0) console.log(`libraries: ${sumOf(libraries)}`);
  console.log(`product:   ${sumOf(product)}`);
  if (path.length > 0) {
    const own = path.filter((hop) => !isWithin(carriers, hop));
    console.log(`followed:  ${sumOf(path)}; without libraries ${sumOf(own)}`);
  }
  if (target !== undefined)
    console.log(
      `wanted:    at most ${target.files} files${target.lines ? `, ${target.lines} lines` : ""}`,
    );
}

const name = process.argv[2] ?? "";
const flow = flows[name];
if (flow === undefined) {
  console.error(`Say which: ${Object.keys(flows).join(", ")}.`);
  process.exit(2);
}
await report(flow);
process.exit(0);
