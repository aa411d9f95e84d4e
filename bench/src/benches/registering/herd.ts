import type { Bench, Measurement } from "../../bench.ts";
import { startHop } from "../../floors/hop.ts";
import { readJson } from "../../http/read-json.ts";
import { requestBytes } from "../../http/request-bytes.ts";
import { openLoop } from "../../load/open-loop.ts";
import { lastReceivedAt, PollFleet } from "../../load/poll-fleet.ts";
import { openStack, type Stack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { Budget } from "../../stack/budget.ts";
import { ensureMembers, type Member } from "../../stack/members.ts";
import { signInOwner } from "../../stack/owner.ts";
import { restartCold } from "../../stack/restart-cold.ts";
import { sampleMessage } from "../send.ts";

const accounts = 100;
const sendsPerSecond = 200;
const patienceMs = 120_000;

/** Everybody comes back at once, after everything was restarted. */
export const herd: Bench = {
  name: "herd",
  description: `N clients of ${accounts} members register at once after a cold start, beside ${sendsPerSecond} sends a second: the last answer.`,
  floor: "as many requests at once through an empty gateway hop",
  rounds: 3,
  warmUpRounds: 0,
  open: async ({ log, quick }, resources) => {
    const clients = quick ? 500 : 5000;
    const stack = await openStack(resources);
    const members = await ensureMembers(stack, accounts);
    return [
      {
        label: `${clients} clients`,
        unit: "ms",
        better: "lower",
        target: { maxValue: 30_000 },
        prepare: async (own) => {
          const { proxied } = await startHop({ insert: "none" }, own);
          return {
            floor: () => rush(proxied, clients),
            ours: () => rushBesideSends({ stack, members, clients, quick, log }),
          };
        },
      },
    ];
  },
};

async function rush(url: URL, clients: number): Promise<Measurement> {
  const bytes = requestBytes({ method: "POST", url: new URL("/register", url) });
  using fleet = await PollFleet.open(url, clients);
  const startedAt = performance.now();
  const responses = await fleet.park(() => bytes, patienceMs);
  for (const response of responses) readJson(response);
  const latenciesMs = responses.map(({ receivedAt }) => receivedAt - startedAt);
  return { value: lastReceivedAt(responses) - startedAt, latenciesMs };
}

interface Herd {
  readonly stack: Stack;
  readonly members: readonly Member[];
  readonly clients: number;
  readonly quick: boolean;
  readonly log: (line: string) => void;
}

/** Sends beside a rush of registrations; any answer but success ends the run. */
async function rushBesideSends(herdOf: Herd): Promise<Measurement> {
  const { clients, log, members, quick, stack } = herdOf;
  await restartCold(stack);
  using api = await ApiClient.open(stack, 64);
  const owner = await signInOwner(api);
  const message = api.bytes("POST", {
    path: "/messages",
    credentials: owner,
    parameters: sampleMessage("general"),
  });
  const requests = members.map((credentials) =>
    api.bytes("POST", { path: "/register", credentials }),
  );
  using fleet = await PollFleet.open(stack.url, clients);
  const budget = await Budget.open(stack);
  const startedAt = performance.now();
  const sending = openLoop({
    ratePerSecond: sendsPerSecond,
    durationMs: quick ? 3000 : 30_000,
    maxInFlight: 100_000,
    send: () => api.send(message),
  });
  const registering = fleet.park((client) => requests[client % members.length] ?? "", patienceMs);
  const spent = registering.then(() => budget.spent(clients));
  const [responses, sends] = await Promise.all([registering, sending]);
  log(`  processor time per registration, sends included: ${await spent}`);
  for (const response of responses) readJson(response);
  const latenciesMs = responses.map(({ receivedAt }) => receivedAt - startedAt);
  const slowest = sends.latenciesMs.reduce((most, ms) => Math.max(most, ms), 0);
  log(
    `  the slowest of ${sends.latenciesMs.length} sends beside it took ${Math.round(slowest)} ms`,
  );
  return { value: lastReceivedAt(responses) - startedAt, latenciesMs };
}
