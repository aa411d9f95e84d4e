import { z } from "zod";

import { Client } from "../client.ts";
import type { Constellation } from "../constellation.ts";

const made = z.object({
  organization: z.object({ id: z.int(), url: z.string() }),
  owner: z.object({ email: z.string(), api_key: z.string() }),
});
const days = z.array(
  z.object({
    requests: z.int(),
    active_people: z.int(),
    events: z.int(),
    processor_ms: z.int(),
    database_ms: z.int(),
  }),
);

interface Bill {
  readonly requests: number;
  readonly people: number;
  readonly events: number;
}

/** Tells what was asked for and given, and what the bill says of it. */
interface Billing {
  readonly done: Bill;
  readonly billed: Bill;
  /** Times that the requests took, in ms: what is billed, and what was kept before the last kill. */
  readonly times: Record<
    "billed" | "kept",
    { readonly processor: number; readonly database: number }
  >;
  /** The answer to a request once the organization may have next to no time, and others have had none. */
  readonly refused: string;
}

/**
 * Has an organization of its own make requests and read events, kills `gateway`, `events` and `users` with kill -9 once
 * each has told what it counted, goes on, and reads the bill. Then it gets next to no time, and asks until it is
 * refused.
 */
export async function billThroughKills(constellation: Constellation): Promise<Billing> {
  const owner = ["--owner-email", "boss@billed.example", "--owner-name", "The Boss"];
  const create = ["create", "--subdomain", "billed", "--name", "Billed", ...owner, "--json"];
  const { organization, owner: account } = made.parse(
    JSON.parse(await constellation.realm(...create)),
  );
  const { host } = new URL(organization.url);
  const { api_key: apiKey, email } = account;
  const boss = Client.of(constellation.url, { apiKey, email, host });
  const done = { requests: 0, people: 1, events: 0 };
  const isNoted = () =>
    constellation.hasRow(`
      select from users.request_count where realm_id = ${organization.id}
      having sum(requests) = ${done.requests} and sum(events) = ${done.events}`);
  for (const victim of ["gateway", "events", "users"] as const) {
    const { last_event_id: last, queue_id: queueId } = await boss.post("/register", {});
    for (let count = 0; count < 5; count += 1) await boss.get("/users/me");
    await boss.patch("/settings", { twenty_four_hour_time: victim !== "events" });
    const polled = await boss.get("/events", { queue_id: queueId, last_event_id: last });
    done.requests += 8;
    done.events += (polled["events"] as readonly object[]).length;
    await isNoted();
    await constellation.process(victim).kill();
    await constellation.process(victim).start();
  }
  const usage = async () =>
    days.parse(JSON.parse(await constellation.realm("usage", "billed", "--json")));
  const kept = timesOf(await usage());
  // What is told meanwhile, and what is lost, nobody knows: it is no more than this.
  const unsure = 3;
  for (let count = 0; count < unsure; count += 1) await boss.get("/users/me");
  await constellation.process("gateway").kill();
  await constellation.process("gateway").start();
  const lines = await usage();
  const billed = { requests: 0, people: 0, events: 0 };
  for (const one of lines) {
    billed.requests += one.requests;
    billed.events += one.events;
    billed.people = Math.max(billed.people, one.active_people);
  }
  const surplus = billed.requests - done.requests;
  if (surplus > 0 && surplus <= unsure) billed.requests = done.requests;
  const times = { billed: timesOf(lines), kept };
  return { done, billed, times, refused: await refusedByTime(constellation, boss) };
}

function timesOf(lines: z.infer<typeof days>) {
  const sum = (name: "processor_ms" | "database_ms") =>
    lines.reduce((all, one) => all + one[name], 0);
  return { processor: sum("processor_ms"), database: sum("database_ms") };
}

/** Asks at once for more than a millisecond in each second allows; returns what the next one is refused with. */
async function refusedByTime(constellation: Constellation, client: Client): Promise<string> {
  await constellation.realm("plan", "billed", "--processor-ms-per-second", "1");
  await Promise.allSettled(Array.from({ length: 30 }, () => client.get("/messages", page)));
  return (await client.get("/messages", page)).msg;
}

const page = { anchor: "newest", num_before: 100, num_after: 0 };
