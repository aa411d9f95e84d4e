import { parseArgs } from "node:util";

import { openStack, type Stack } from "../stack.ts";
import { type Moments, openListeningChannel } from "../stack/listening-channel.ts";
import { median } from "../statistics.ts";
import { KernelTrace } from "./kernel-trace.ts";
import { participantsOf } from "./participants.ts";
import { type Counts, countsUntil, type Step, stepsOf } from "./timeline.ts";

/** Sends before the first that is looked at: connections are open, caches filled, and code is compiled. */
const warmUps = 200;
const rounds = 30;

const explanation = `What happens from a send until its last receiver has it, in ms since the request was written.
The send whose time is the median is shown whole; the table has the medians of all.
  wake-ups   threads of the product that slept and were woken up
  messages   writes to a socket whose other end is another process
  writes     all calls that write, or wait for the disk
  busy       ms in which at least one thread of the product ran; else it waited`;

const ends = {
  "the answer": "answeredAt",
  "the first poll": "firstReceivedAt",
  "the last poll": "lastReceivedAt",
} as const satisfies Record<string, keyof Moments>;

type End = keyof typeof ends;

interface Send {
  readonly moments: Moments;
  readonly steps: readonly Step[];
  readonly counts: Readonly<Record<End, Counts>>;
}

async function sendsTo(receivers: number, stack: Stack): Promise<readonly Send[]> {
  await using resources = new AsyncDisposableStack();
  const trace = resources.use(KernelTrace.open());
  const channel = await openListeningChannel(stack, receivers, resources);
  for (let warmUp = 0; warmUp < warmUps; warmUp += 1) await channel.deliver();
  const sends: Send[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { moments } = await channel.deliver(async () => trace.start());
    const events = trace.stop();
    const people = await participantsOf(stack);
    const counted = Object.entries(ends).map(([end, moment]) => [
      end,
      countsUntil(moments[moment], { events, people, sentAt: moments.sentAt }),
    ]);
    const counts = Object.fromEntries(counted) as Send["counts"];
    sends.push({ moments, counts, steps: stepsOf(events, people, moments) });
  }
  return sends;
}

function print(sends: readonly Send[]): void {
  const duration = ({ moments }: Send) => moments.lastReceivedAt - moments.sentAt;
  const typical = sends.toSorted((a, b) => duration(a) - duration(b))[sends.length >> 1];
  if (typical === undefined) throw new Error("nothing was sent");
  const noticed = Object.entries(ends).map(([end, moment]) => ({
    at: typical.moments[moment] - typical.moments.sentAt,
    who: "client",
    what: `has ${end}`,
  }));
  for (const { at, what, who } of [...typical.steps, ...noticed].toSorted((a, b) => a.at - b.at))
    console.log(`${at.toFixed(3).padStart(8)}  ${who.padEnd(28)}  ${what}`);
  console.log(`\n${"until".padEnd(20)}      ms  wake-ups  messages  writes    busy`);
  for (const end of Object.keys(ends) as End[]) console.log(rowOf(end, sends));
}

function rowOf(end: End, sends: readonly Send[]): string {
  const of = (count: keyof Counts, digits = 0) =>
    median(sends.map(({ counts }) => counts[end][count])).toFixed(digits);
  return [
    end.padEnd(20),
    of("ms", 2).padStart(8),
    of("wakeUps").padStart(10),
    of("messages").padStart(10),
    of("writes").padStart(8),
    of("busyMs", 2).padStart(8),
  ].join("");
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { shape: { type: "string", default: "one" } },
});
const sizes = positionals.length === 0 ? [1, 10, 100] : positionals.map(Number);
const shape = (["one", "services"] as const).find((known) => known === values.shape);
if (shape === undefined || sizes.some((size) => !Number.isInteger(size) || size < 1)) {
  console.error("Say to how many: npm run timeline -- 10 [--shape one|services]");
  process.exit(2);
}
await using resources = new AsyncDisposableStack();
const stack = await openStack(resources, { shape });
const of = shape === "one" ? "all services in one process" : "a process for each service";
console.log(explanation);
for (const size of sizes) {
  const sends = await sendsTo(size, stack);
  console.log(`\n# To ${size}, ${of}\n`);
  print(sends);
}
