import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { type Operation, operations } from "@team-chat/contract";

import type { Bench, BenchOptions, Case, Measurement } from "../bench.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { openStack, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers, ensureNeighbour } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { type Cost, CostMeter } from "../worst/costs.ts";
import { furnish } from "../worst/organization.ts";
import { pagesFor } from "../worst/pages.ts";
import { type Answered, Person } from "../worst/person.ts";
import { type PlannedRequest, RequestPlan } from "../worst/worst-requests.ts";

/** So that lists of a thousand users name somebody with each. */
const people = 2000;
const messages = 20_000;
const channels = 10;

/** Processor time that one request may use in all processes, in ms; long answers more for each megabyte. */
const maxProcessorMs = 250;
const msPerMegabyte = 50;
/** Longest time that one request may hold a loop. */
const maxLoopMs = 50;
/** Processor time above which a request is measured again. */
const suspiciousMs = 60;
const looks = 3;
/** Number of times that a request is sent that is refused because there were too many. */
const maxTries = 5;

/** Its cost is that of hashing a password, or it ends the account with which the bench asks. */
const leftOut = new Set([
  "fetchApiKey",
  "devFetchApiKey",
  "jwtFetchApiKey",
  "acceptInvite",
  "createUser",
  "deactivateOwnUser",
  "regenerateOwnKey",
  "updateSettings",
  "getEvents",
]);

/** Operations whose worst requests are dear. */
const dear = new Set(["getMessages", "updateMessageFlagsForNarrow", "renderMessage"]);

const atOnce = 16;
const loadMs = 6000;

const failed: Cost = { processorMs: 1e6, loopMs: 0 };

interface CostlyRequest {
  readonly request: PlannedRequest;
  readonly cost: Cost;
}

interface Arena {
  readonly meter: CostMeter;
  readonly owner: Person;
  readonly neighbour: Person;
  readonly plan: RequestPlan;
  readonly log: BenchOptions["log"];
  /** The worst of each operation, most of which cost next to nothing. */
  readonly found: CostlyRequest[];
}

/** Measures the worst request that the contract permits, for each operation, and its cost for others. */
export const worstInputs: Bench = {
  name: "worst-inputs",
  description: `The worst permitted value of each parameter of each operation, and ${atOnce} of the worst at once beside another organization.`,
  floor: "an ordinary request to the same operation; the other organization alone",
  rounds: 3,
  warmUpRounds: 0,
  open: async ({ log }, resources) => {
    const arena = await openArena(log, resources);
    const tried = operations.filter(({ name, params }) => {
      return Object.keys(params).length > 0 && !leftOut.has(name);
    });
    // What takes away comes last, so that the others find what they are asked for.
    const ordered = [...tried.filter((one) => !ends(one)), ...tried.filter(ends)];
    return [...ordered.flatMap((operation) => casesOf(arena, operation)), neighbourCase(arena)];
  },
};

function ends({ method, name }: Operation): boolean {
  return method === "DELETE" || /^(?:delete|remove|deactivate|archive|unsubscribe)/.test(name);
}

async function openArena(
  log: BenchOptions["log"],
  resources: AsyncDisposableStack,
): Promise<Arena> {
  const probeDir = await mkdtemp(join(tmpdir(), "team-chat-bench-probe-"));
  resources.defer(() => rm(probeDir, { recursive: true, force: true }));
  const probe = pathToFileURL(join(import.meta.dirname, "../worst/loop-probe.ts")).href;
  process.env["LOOP_PROBE_DIR"] = probeDir;
  process.env["NODE_OPTIONS"] = `--import ${probe}`;
  const stack = await openStack(resources);
  const meter = await CostMeter.open(stack, probeDir);
  const { owner, usual, ids } = await prepareOrganization(stack, resources);
  const neighbour = await prepareNeighbour(stack);
  return { meter, owner, neighbour, plan: new RequestPlan(usual, ids), log, found: [] };
}

async function prepareOrganization(stack: Stack, resources: AsyncDisposableStack) {
  // Before connections are opened: it takes longer than the gateway keeps idle ones.
  const members = await ensureMembers(stack, people);
  const api = resources.use(await ApiClient.open(stack, 1));
  const db = await openTables(stack, "messages", resources);
  const credentials = await signInOwner(api);
  const [reader] = members;
  if (!reader) throw new Error("The stack has no members.");
  await writeHistory({ api, db, owner: credentials, reader, channels, messages });
  const { rows } = await db.query<{ id: string }>(
    "select id from message order by id desc limit 10000",
  );
  const owner = new Person(stack.url, stack.url.host, credentials);
  const messageIds = rows.map(({ id }) => Number(id));
  const userIds = members.map(({ userId }) => userId);
  const ids = {
    messages: messageIds,
    message_ids: messageIds,
    msg_ids: messageIds,
    principals: userIds,
    members: userIds,
    to: userIds,
    user_ids: userIds,
  };
  return { owner, usual: await furnish(owner, reader), ids };
}

/** Prepares somebody of another organization, who reads pages of messages. */
async function prepareNeighbour(stack: Stack): Promise<Person> {
  const { credentials, subdomain } = await ensureNeighbour(stack);
  const person = new Person(stack.url, `${subdomain}.${stack.url.host}`, credentials);
  const sent = { type: "direct", to: `[${credentials.userId}]`, content: "hello" };
  for (let index = 0; index < 100; index += 1) await person.call("POST", "/messages", sent);
  return person;
}

/** Makes the cases of an operation: what its worst request uses, and for how long one holds a loop. */
function casesOf(arena: Arena, operation: Operation): Case[] {
  const { name } = operation;
  const ordinary = arena.plan.ordinary(operation);
  const shared = { unit: "ms", better: "lower" } as const;
  const sides = (worst: PlannedRequest, of: (cost: Cost) => number) => {
    const measure = (request: PlannedRequest) => async (): Promise<Measurement> => ({
      value: of(await costOf(arena, request)),
    });
    return { floor: measure(ordinary), ours: measure(worst) };
  };
  let found: Worsts | undefined;
  return [
    {
      ...shared,
      label: `${name}, processor time`,
      target: { maxValue: maxProcessorMs },
      prepare: async () => {
        found = await findWorst(arena, operation);
        arena.found.push(found.processor);
        return sides(found.processor.request, ({ processorMs }) => processorMs);
      },
    },
    {
      ...shared,
      label: `${name}, loop held`,
      target: { maxValue: maxLoopMs },
      prepare: async () => {
        found ??= await findWorst(arena, operation);
        return sides(found.loop.request, ({ loopMs }) => loopMs);
      },
    },
  ];
}

interface Worsts {
  readonly processor: CostlyRequest;
  readonly loop: CostlyRequest;
}

/** Sends every worst request once, and those that seem dear again: the least of several looks counts. */
async function findWorst(arena: Arena, operation: Operation): Promise<Worsts> {
  const ordinary = arena.plan.ordinary(operation);
  const none: CostlyRequest = { request: ordinary, cost: await leastCost(arena, ordinary) };
  let worsts: Worsts = { processor: none, loop: none };
  for (const request of arena.plan.worst(operation)) {
    const found = { request, cost: await leastCost(arena, request) };
    const { loop, processor } = worsts;
    worsts = {
      processor: found.cost.processorMs > processor.cost.processorMs ? found : processor,
      loop: found.cost.loopMs > loop.cost.loopMs ? found : loop,
    };
  }
  const { loop, processor } = worsts;
  arena.log(
    `${operation.name}: ${processor.cost.processorMs.toFixed(0)} ms by ${processor.request.what}; loop ${loop.cost.loopMs.toFixed(0)} ms by ${loop.request.what}`,
  );
  return worsts;
}

/**
 * Returns the least cost. A request that fails counts as one that costs more than any may, so that the bench goes on to
 * the others.
 */
async function leastCost(arena: Arena, request: PlannedRequest): Promise<Cost> {
  try {
    return await leastOfLooks(arena, request);
  } catch (error) {
    arena.log(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    return failed;
  }
}

async function leastOfLooks(arena: Arena, request: PlannedRequest): Promise<Cost> {
  let least = await costOf(arena, request);
  for (let look = 1; look < looks && isSuspicious(least); look += 1) {
    const { loopMs, processorMs } = await costOf(arena, request);
    least = {
      processorMs: Math.min(least.processorMs, processorMs),
      loopMs: Math.min(least.loopMs, loopMs),
    };
  }
  return least;
}

function isSuspicious({ loopMs, processorMs }: Cost): boolean {
  return processorMs > suspiciousMs || loopMs > suspiciousMs / 2;
}

/**
 * Measures a request without what the length of the answer allows. A caller who has asked for too much already waits as
 * long as the refusal says, so that the request is carried out.
 * @throws Error when it is answered by 5xx
 */
async function costOf({ meter, owner }: Arena, request: PlannedRequest): Promise<Cost> {
  const answers: Answered[] = [];
  const ask = () => meter.of(async () => answers.push(await owner.ask(request)));
  let cost = await ask();
  for (let tries = 1; tries < maxTries && answers.at(-1)?.status === 429; tries += 1) {
    await delay((answers.at(-1)?.retryAfter ?? 0) * 1000);
    cost = await ask();
  }
  const answered = answers.at(-1);
  if (answered === undefined || answered.status >= 500)
    throw new Error(
      `${request.operation.name} (${request.what}) was answered by ${answered?.status}`,
    );
  const allowed = (answered.bytes / 2 ** 20) * msPerMegabyte;
  return { ...cost, processorMs: Math.max(0.01, cost.processorMs - allowed) };
}

/** Pages of messages in another organization, alone and while the worst requests of this one are under way. */
function neighbourCase(arena: Arena): Case {
  return {
    label: `another organization beside ${atOnce} of the worst`,
    unit: "ms",
    better: "lower",
    target: { maxRatio: 3 },
    prepare: async () => {
      // By itself it has the worst of those that are known to be dear.
      for (const operation of arena.found.length === 0 ? operations : [])
        if (dear.has(operation.name))
          arena.found.push((await findWorst(arena, operation)).processor);
      const worst = arena.found
        .filter(({ cost }) => cost.processorMs > suspiciousMs)
        .toSorted((one, other) => other.cost.processorMs - one.cost.processorMs)
        .slice(0, atOnce);
      for (const { cost, request } of worst)
        arena.log(
          `beside: ${request.operation.name} (${request.what}), ${cost.processorMs.toFixed(0)} ms`,
        );
      const read = () => pagesFor(arena.neighbour, loadMs);
      return { floor: read, ours: () => besideLoad(arena, worst, read) };
    },
  };
}

async function besideLoad(
  { owner }: Arena,
  worst: readonly CostlyRequest[],
  read: () => Promise<Measurement>,
): Promise<Measurement> {
  const send = async (sender: number) => {
    const found = worst[sender % worst.length];
    if (found !== undefined) await owner.ask(found.request);
  };
  const load = closedLoop({ concurrency: atOnce, durationMs: loadMs, send });
  const measured = await read();
  await load;
  return measured;
}
