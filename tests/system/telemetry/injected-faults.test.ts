import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { nextLook } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { sendUntilAcknowledged } from "../faults/load.ts";
import { Witness } from "../faults/witness.ts";
import { observability, promtool } from "./promtool.ts";
import { lasting, quietMinutes, type Scrape, type Scrapes } from "./timeline.ts";

const services = ["gateway", "users", "channels", "messages", "events", "webhooks"] as const;
const topic = "faults";
const rules = path.join(observability, "alerts.yaml");
/** Names in the rules, of which only metrics are scraped. */
const watched = new Set(readFileSync(rules, "utf8").match(/\w+/g));

let constellation: Constellation;
let sender: Client;
let number = 0;

beforeAll(async () => {
  constellation = await Constellation.start();
  sender = await Client.login(constellation.url, "member2@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

/** Reads what all processes that are there measure. */
async function scrape(): Promise<Scrape> {
  const atMs = performance.now();
  const all = await Promise.all(
    services.map(async (name) => {
      const scraped = await constellation
        .process(name)
        .scrape()
        .catch(() => null);
      return [...(scraped?.series ?? [])]
        .filter(([series]) => watched.has(series.split("{")[0] ?? ""))
        .map(([series, value]): [string, number] => [
          series.replace(/\}$/, `,instance="${name}"}`),
          value,
        ]);
    }),
  );
  return { atMs, values: new Map(all.flat()) };
}

/** Returns the value of a metric of a process; undefined when it does not tell it. */
function valueOf({ values }: Scrape, metric: string, name: string): number | undefined {
  const found = [...values].find(
    ([series]) => series.startsWith(`${metric}{`) && series.includes(`instance="${name}"`),
  );
  return found?.[1];
}

interface Fault {
  readonly alerts: readonly string[];
  /** Makes the fault; returns what the runbook says that helps. */
  readonly inject: () => Promise<() => Promise<void>>;
  /** Has people do what shows the fault. */
  readonly use: () => Promise<unknown>;
  /** Tells whether the fault shows. */
  readonly shows: (scrape: Scrape) => boolean;
  /** Tells whether it is over once the runbook was followed; at once when left out. */
  readonly isOver?: (scrape: Scrape) => boolean;
  /** For so long it lasts. */
  readonly minutes: number;
}

/** Injects the fault, follows the runbook, and scrapes before, during and after. */
async function scrapesOf({ inject, isOver, shows, use }: Fault): Promise<Scrapes> {
  const before = await scrape();
  const help = await inject();
  await use();
  let first = await scrape();
  while (!shows(first)) {
    await nextLook();
    first = await scrape();
  }
  await use();
  const second = await scrape();
  await help();
  await sendUntilAcknowledged(sender, topic, `helped ${(number += 1)}`);
  await constellation.settle();
  let after = await scrape();
  while (isOver?.(after) === false) {
    await nextLook();
    after = await scrape();
  }
  return { before, during: [first, second], after };
}

/**
 * Has Prometheus' own rules judge a fault; returns what its tool objects to: that an alert does not fire during the
 * fault, or fires before or after.
 */
async function objections(fault: Fault): Promise<string> {
  const { alerts, minutes } = fault;
  const input = lasting(await scrapesOf(fault), minutes);
  const firing = (minute: number, value: number) =>
    alerts.map((alert) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0 or vector(0)`,
      eval_time: `${minute - 1}m`,
      exp_samples: [{ labels: "{}", value }],
    }));
  const expected = [
    ...firing(quietMinutes, 0),
    ...firing(quietMinutes + minutes, 1),
    ...firing(quietMinutes + minutes + quietMinutes, 0),
  ];
  const cases = {
    rule_files: [rules],
    evaluation_interval: "1m",
    tests: [{ interval: "1m", input_series: input, promql_expr_test: expected }],
  };
  const folder = mkdtempSync(path.join(tmpdir(), "injected-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "cases.json");
  writeFileSync(file, JSON.stringify(cases));
  const { output, succeeded } = await promtool("test", "rules", file);
  return succeeded ? "" : output;
}

function send(content = `${(number += 1)}`): Promise<unknown> {
  return sender.tryPost("/messages", { type: "channel", to: "general", topic, content }, {});
}

async function sendMany(): Promise<void> {
  for (let sent = 0; sent < 5; sent += 1) await send();
}

describe("a fault that lasts makes its alert fire, and what its runbook says helps (docs/operations.md)", () => {
  test("a service without processes is missing, its requests fail, and messages are not acknowledged", async ({
    expect,
  }) => {
    const objected = await objections({
      alerts: [
        "ProcessMissing",
        "RequestsFailingFast",
        "RequestsFailingSlowly",
        "SendsLateFast",
        "SendsLateSlowly",
      ],
      inject: async () => {
        const channels = constellation.process("channels");
        await channels.kill();
        return () => channels.start();
      },
      use: sendMany,
      shows: (seen) => valueOf(seen, "process_uptime_seconds", "channels") === undefined,
      minutes: 45,
    });
    expect(objected).toBe("");
  });

  test("processes that lost NATS say so, and their events wait", async ({ expect }) => {
    const objected = await objections({
      alerts: ["NatsLost", "OutboxStuck", "OutboxStalled"],
      inject: () => constellation.killNats(),
      use: send,
      shows: (seen) =>
        valueOf(seen, "nats_client_connected", "messages") === 0 &&
        (valueOf(seen, "outbox_unpublished_age_seconds", "messages") ?? 0) > 0,
      isOver: (seen) =>
        services.every((name) => valueOf(seen, "nats_client_connected", name) === 1),
      minutes: 20,
    });
    expect(objected).toBe("");
  });

  test("polls are not sent while no process of events is there", async ({ expect }) => {
    const witness = await Witness.begin(sender);
    const objected = await objections({
      alerts: ["PollsUnsent", "ProcessMissing"],
      inject: async () => {
        const events = constellation.process("events");
        await events.kill();
        return () => events.start();
      },
      use: () => Promise.resolve(),
      shows: (seen) => (valueOf(seen, "long_polls_unsent", "gateway") ?? 0) > 0,
      minutes: 20,
    });
    expect(objected).toBe("");
    await witness[Symbol.asyncDispose]();
  });

  test("requests are not limited while Redis is away", async ({ expect }) => {
    const objected = await objections({
      alerts: ["LimitsOff"],
      inject: () => constellation.killRedis(),
      use: sendMany,
      shows: (seen) => (valueOf(seen, "request_limits_uncounted_total", "gateway") ?? 0) > 0,
      minutes: 20,
    });
    expect(objected).toBe("");
  });

  test("a stream that was lost ends queues that are in use", async ({ expect }) => {
    const witness = await Witness.begin(sender);
    const jetstream = path.join(constellation.natsDir, "jetstream");
    const objected = await objections({
      alerts: ["QueuesLostFast", "QueuesLostSlowly"],
      inject: () => Promise.resolve(() => Promise.resolve()),
      use: async () => {
        const registered = witness.registersAgain();
        await constellation.crashNats(() => rmSync(jetstream, { recursive: true }));
        await registered;
      },
      shows: () => true,
      minutes: 45,
    });
    expect(objected).toBe("");
    await witness[Symbol.asyncDispose]();
  });

  test("a bot's server that is dead is told", async ({ expect }) => {
    const ageOf = (seen: Scrape) =>
      valueOf(seen, "webhooks_deliveries_waiting_age_seconds", "webhooks") ?? 0;
    const objected = await objections({
      alerts: ["BotsNotAnswering"],
      inject: async () => {
        const bot = constellation.process("echo-bot");
        await bot.kill();
        return () => bot.start();
      },
      use: () => send("@**Echo Bot** are you there?"),
      shows: (seen) => ageOf(seen) > 0,
      isOver: (seen) => ageOf(seen) === 0,
      minutes: 240,
    });
    expect(objected).toBe("");
  });
});
