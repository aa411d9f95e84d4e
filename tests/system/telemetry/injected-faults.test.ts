import { rmSync } from "node:fs";
import path from "node:path";

import { findFreePort } from "@team-chat/servers";
import { nextLook, Receiver } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test, vi } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { sendUntilAcknowledged } from "../faults/load.ts";
import { Witness } from "../faults/witness.ts";
import { type Fault, objectionsAfter } from "./inject.ts";
import { scrape, valueOf } from "./judge.ts";
import type { Scrape } from "./timeline.ts";

const services = ["gateway", "users", "channels", "messages", "events", "webhooks"] as const;
const topic = "faults";
const wrongPassword = { username: "nobody@example.com", password: "wrong" };

let constellation: Constellation;
let sender: Client;
let number = 0;

beforeAll(async () => {
  constellation = await Constellation.start();
  sender = await Client.login(constellation.url, "member2@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

/** Returns what the rules object to when they judge the fault. */
function objectionsTo(fault: Fault): Promise<string> {
  return objectionsAfter(constellation, sender, fault);
}

function send(content = `${(number += 1)}`): Promise<unknown> {
  return sender.tryPost("/messages", { type: "channel", to: "general", topic, content }, {});
}

/** Returns how late the latest process reads, in seconds. */
function lateness({ values }: Scrape): number {
  const delays = [...values].filter(
    ([series]) =>
      series.startsWith("nodejs_eventloop_delay_seconds{") && series.includes('quantile="p99"'),
  );
  return Math.max(...delays.map(([, seconds]) => seconds));
}

async function sendMany(): Promise<void> {
  for (let sent = 0; sent < 5; sent += 1) await send();
}

describe("a fault that lasts makes its alert fire, and what its runbook says helps (docs/operations.md)", () => {
  test("a service without processes is missing, its requests fail, and messages are not acknowledged", async ({
    expect,
  }) => {
    const objected = await objectionsTo({
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
    const objected = await objectionsTo({
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
    const objected = await objectionsTo({
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
    const objected = await objectionsTo({
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
    const objected = await objectionsTo({
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
    const objected = await objectionsTo({
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

  test("a server that takes no audit log is told, and so is that nobody sends any", async ({
    expect,
  }) => {
    const owner = await Client.login(constellation.url, "owner@example.com");
    await using collector = await Receiver.start();
    const given = { name: "SIEM", url: "http://127.0.0.1:9/" };
    const { id } = await owner.post("/audit_log/destinations", given);
    const address = `/audit_log/destinations/${String(id)}`;
    const ageOf = (seen: Scrape, what: string) =>
      valueOf(seen, `audit_destinations_${what}_age_seconds`, "users") ?? 0;
    const objected = await objectionsTo({
      alerts: ["AuditLogNotTaken", "AuditLogOverdue"],
      inject: async () => {
        while (ageOf(await scrape(constellation), "failing") === 0) await nextLook();
        // Others may read the table, but nobody may change it.
        const unlock = await constellation.lock("users.audit_destination", "exclusive");
        return async () => {
          await unlock();
          await owner.patch(address, { url: collector.url });
        };
      },
      use: () => Promise.resolve(),
      shows: (seen) => ageOf(seen, "failing") > 0 && ageOf(seen, "overdue") > 0,
      isOver: (seen) => ageOf(seen, "failing") === 0 && ageOf(seen, "overdue") === 0,
      minutes: 240,
    });
    expect(objected).toBe("");
    await owner.delete(address);
  });

  test("requests wait for connections while a transaction keeps a table", async ({ expect }) => {
    const reading: Promise<unknown>[] = [];
    const areWaiting = ({ values }: Scrape) =>
      [...values].some(
        ([series, value]) =>
          series.startsWith("db_client_connection_pending_requests") && value > 5,
      );
    const objected = await objectionsTo({
      alerts: ["ConnectionsExhausted"],
      inject: () => constellation.lock("messages.message", "access exclusive"),
      use: () => {
        for (let count = 0; count < 30; count += 1)
          reading.push(sender.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
        return Promise.resolve();
      },
      shows: areWaiting,
      isOver: (seen) => !areWaiting(seen),
      minutes: 20,
    });
    expect(objected).toBe("");
    await Promise.all(reading);
  });

  test("a process of events that computes for long reads late, and so do those whom it tells", async ({
    expect,
  }) => {
    await using witness = await Witness.begin(sender);
    const objected = await objectionsTo({
      alerts: ["EventLoopLate", "DeliveryLateFast", "DeliveryLateSlowly"],
      inject: () => Promise.resolve(() => Promise.resolve()),
      use: async () => {
        // Several times, because the gauge tells how late most timers were since the last look, however long ago.
        for (let times = 0; times < 5; times += 1) {
          const goOn = constellation.process("events").suspend();
          const id = await sendUntilAcknowledged(sender, topic, `late ${(number += 1)}`);
          await new Promise((resolve) => setTimeout(resolve, 700));
          goOn();
          await witness.hears(id);
        }
      },
      shows: () => true,
      // A busy machine makes any process late for a moment.
      isOver: (seen) => lateness(seen) < 0.25,
      minutes: 45,
    });
    expect(objected).toBe("");
  });

  test("an organization is refused for its limits, and e-mail waits for a server that is away", async ({
    expect,
  }) => {
    const owner = await Client.login(constellation.url, "owner@example.com");
    const channels = await owner.get("/users/me/subscriptions");
    const [general] = channels["subscriptions"] as readonly { readonly stream_id: number }[];
    const users = constellation.process("users");
    vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${await findFreePort()}`);
    await users.stop();
    await users.start();
    const objected = await objectionsTo({
      alerts: ["MailWaiting", "OrganizationLimited"],
      inject: async () => {
        await owner.post("/invites", {
          invitee_emails: "somebody@example.com",
          invite_as: 400,
          stream_ids: [general?.stream_id],
        });
        return () => Promise.resolve();
      },
      use: () =>
        Promise.all(
          Array.from({ length: 100 }, () =>
            owner.post("/fetch_api_key", wrongPassword).catch(() => undefined),
          ),
        ),
      shows: (seen) => (valueOf(seen, "mail_waiting_age_seconds", "users") ?? 0) > 0,
      minutes: 60,
    });
    expect(objected).toBe("");
    vi.unstubAllEnvs();
    await users.stop();
    await users.start();
  });
});
