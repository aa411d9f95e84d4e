import { setTimeout as delay } from "node:timers/promises";

import type { Bench, Measurement } from "../../bench.ts";
import { FloorProcess } from "../../floors/floor-process.ts";
import { openStack, pidOf, type Stack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { signInOwner } from "../../stack/owner.ts";
import { sampleMessage } from "../send.ts";

const patienceMs = 60_000;
const pauseMs = 5;
/** A process that dies again within ten seconds is started again later, which is not measured here. */
const healthyMs = 10_500;

type Credentials = Awaited<ReturnType<typeof signInOwner>>;

/** A request that only succeeds while the service answers. */
interface Question {
  readonly service: string;
  readonly bytes: (api: ApiClient, owner: Credentials) => string;
}

const questions: readonly Question[] = [
  {
    service: "gateway",
    bytes: (api) => api.bytes("GET", { path: "/server_settings" }),
  },
  {
    service: "users",
    bytes: (api, credentials) => api.bytes("GET", { path: "/users", credentials }),
  },
  {
    service: "channels",
    bytes: (api, credentials) => api.bytes("GET", { path: "/streams", credentials }),
  },
  {
    service: "messages",
    bytes: (api, credentials) =>
      api.bytes("POST", { path: "/messages", credentials, parameters: sampleMessage("general") }),
  },
  {
    service: "events",
    bytes: (api, credentials) => api.bytes("POST", { path: "/register", credentials }),
  },
];

/** Measures for how long something does not work when the only process of a service is killed. */
export const killedService: Bench = {
  name: "killed-service",
  description: "From the kill of the only process of a service to the next answer that needs it.",
  floor: "a program that only answers: from its start to its first answer",
  rounds: 5,
  open: async (_, resources) => {
    const stack = await openStack(resources);
    return questions.map((question) => ({
      label: question.service,
      unit: "ms",
      better: "lower",
      target: { maxValue: 700 },
      prepare: async (own) => {
        const api = own.use(await ApiClient.open(stack, 1));
        const owner = await signInOwner(api);
        const bytes = question.bytes(api, owner);
        return { floor: startOfProgram, ours: () => outage(stack, question.service, bytes) };
      },
    }));
  },
};

async function startOfProgram(): Promise<Measurement> {
  const begun = performance.now();
  await using program = await FloorProcess.start("hop-service", { INSERT: "none" });
  await (await fetch(program.url)).arrayBuffer();
  return { value: performance.now() - begun };
}

/** @throws Error when the service does not answer before the kill, or not again within a minute */
async function outage(stack: Stack, service: string, bytes: string): Promise<Measurement> {
  await delay(healthyMs);
  await ask(stack, bytes);
  const pid = await pidOf(stack, service);
  process.kill(pid, "SIGKILL");
  const killedAt = performance.now();
  for (;;)
    try {
      await ask(stack, bytes);
      return { value: performance.now() - killedAt };
    } catch (error) {
      if (performance.now() - killedAt > patienceMs) throw error;
      await delay(pauseMs);
    }
}

/** Asks on a connection of its own, because that of a killed gateway is gone. */
async function ask(stack: Stack, bytes: string): Promise<void> {
  using api = await ApiClient.open(stack, 1);
  await api.send(bytes);
}
