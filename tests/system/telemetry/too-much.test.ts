import { nextLook } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test, vi } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { Copies } from "../imports/copies.ts";
import { objectionsAfter } from "./inject.ts";
import { scrape, valueOf } from "./judge.ts";
import { StrayWriter } from "./stray-writer.ts";
import type { Scrape } from "./timeline.ts";

let constellation: Constellation;
let sender: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  sender = await Client.login(constellation.url, "member2@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

const send = (content: string) =>
  sender.tryPost("/messages", { type: "channel", to: "general", topic: "much", content }, {});

/** Makes a push to a subscription whose server is away, and e-mail about nothing, due. */
const dueNow = `
  with subscription as (
    insert into webhooks.push_subscription (realm_id, user_id, endpoint, p256dh, auth, created_at)
    values (1, 1, 'https://push.example.com/away', '', '', now()) returning realm_id, id, user_id)
  insert into webhooks.push (realm_id, subscription_id, user_id, message_id, conversation, content, next_attempt_at, expires_at, created_at)
  select realm_id, id, user_id, 1, 'due', '{}', now(), now() + interval '1 hour', now() from subscription;
  insert into webhooks.mail_batch (realm_id, user_id, due_at) values (1, 1, now());
`;

/** Returns the statement that has an organization deleted of which nothing but its number is known. */
const deletionOf = (realmId: number) => `
  insert into users.realm_deletion (realm_id, subdomain, requested_at, due_at)
  values (${realmId}, 'gone', now(), now())
`;

describe("work that stays undone makes its alert fire, and what its runbook says helps (docs/operations.md)", () => {
  test("a consumer whose table nobody may change falls behind, and goes on where it was", async ({
    expect,
  }) => {
    const lagIn = ({ values }: Scrape) =>
      Math.max(
        0,
        ...[...values]
          .filter(([series]) => series.startsWith("messaging_consumer_lag"))
          .map(([, lag]) => lag),
      );
    let lag = 0;
    const objected = await objectionsAfter(constellation, sender, {
      alerts: ["ConsumerBehind"],
      inject: () => constellation.lock("webhooks.delivery", "exclusive"),
      use: async () => {
        for (let sent = 0; sent < 10; sent += 1) await send("@**Echo Bot** will you hear this?");
      },
      shows: (seen) => {
        const isMore = lagIn(seen) > lag;
        lag = Math.max(lag, lagIn(seen));
        return isMore;
      },
      isOver: (seen) => lagIn(seen) === 0,
      minutes: 300,
    });
    expect(objected).toBe("");
  });

  test("deliveries to bots, pushes and e-mail are overdue while nobody can claim them", async ({
    expect,
  }) => {
    const overdueIn = (seen: Scrape) =>
      ["deliveries", "pushes", "mails"].map(
        (what) => valueOf(seen, `webhooks_${what}_overdue_age_seconds`, "webhooks") ?? 0,
      );
    const ageIn = (seen: Scrape) =>
      valueOf(seen, "webhooks_deliveries_waiting_age_seconds", "webhooks") ?? 0;
    const bot = constellation.process("echo-bot");
    const objected = await objectionsAfter(constellation, sender, {
      alerts: ["WebhooksOverdue", "PushesOverdue", "MissedMailOverdue"],
      inject: async () => {
        await bot.kill();
        await send("@**Echo Bot** will you come back?");
        let tried = await scrape(constellation);
        while (ageIn(tried) === 0) {
          await nextLook();
          tried = await scrape(constellation);
        }
        // What is due at once is claimed at once, unless nobody is awake.
        const goOn = constellation.process("webhooks").suspend();
        await constellation.query(dueNow);
        // Others may read the tables, but nobody may change them.
        const unlock = await constellation.lock(
          "webhooks.delivery, webhooks.push, webhooks.mail_batch",
          "exclusive",
        );
        goOn();
        return async () => {
          await unlock();
          await bot.start();
        };
      },
      use: () => Promise.resolve(),
      shows: (seen) => overdueIn(seen).every((age) => age > 0),
      isOver: (seen) => overdueIn(seen).every((age) => age === 0),
      minutes: 25,
    });
    expect(objected).toBe("");
  });

  test("a bundle that is larger than NATS takes waits, and is published once NATS takes it", async ({
    expect,
  }) => {
    const ageIn = (seen: Scrape) =>
      valueOf(seen, "outbox_unpublished_age_seconds", "messages") ?? 0;
    const isConnected = (seen: Scrape) => valueOf(seen, "nats_client_connected", "messages") === 1;
    const objected = await objectionsAfter(constellation, sender, {
      alerts: ["OutboxStuck"],
      inject: async () => {
        const startAgain = await constellation.killNats();
        await startAgain("32KB");
        return async () => {
          const startRight = await constellation.killNats();
          await startRight();
        };
      },
      // Each is written as five characters beside.
      use: () => send("&".repeat(10_000)),
      shows: (seen) => isConnected(seen) && ageIn(seen) > 0,
      isOver: (seen) => isConnected(seen) && ageIn(seen) === 0,
      minutes: 20,
    });
    expect(objected).toBe("");
    expect(constellation.log("messages")).toContain("NATS does not take a bundle");
  });

  test("an export, an import and a deletion that do not end are told, and end when they may", async ({
    expect,
  }) => {
    const owner = await Client.login(constellation.url, "owner@example.com");
    const { user_id: ownerId } = await owner.get("/users/me");
    const draft = { type: "private", to: [ownerId], topic: "", content: "To be taken in" };
    await owner.post("/drafts", { drafts: [draft] });
    const copies = new Copies(constellation, "stuck");
    const archive = await copies.export("stuck.zip");
    const archiveAge = (seen: Scrape, kind: string) =>
      [...seen.values].find(
        ([series]) =>
          series.startsWith("archives_due_age_seconds{") && series.includes(`kind="${kind}"`),
      )?.[1] ?? 0;
    const agesIn = (seen: Scrape) => [
      valueOf(seen, "organizations_deletions_due_age_seconds", "users") ?? 0,
      archiveAge(seen, "export"),
      archiveAge(seen, "import"),
    ];
    let before = [0, 0, 0];
    const objected = await objectionsAfter(constellation, sender, {
      alerts: ["ArchiveStuck", "DeletionStuck"],
      inject: async () => {
        // What exports read, imports write, deletions look through, and nobody else needs here.
        const unlock = await constellation.lock("messages.draft", "access exclusive");
        await owner.post("/export/realm", { export_type: 1 });
        await constellation.query(deletionOf(999_999));
        const importing = copies.import(archive);
        return async () => {
          await unlock();
          expect(await importing).toContain("is complete");
        };
      },
      use: () => Promise.resolve(),
      shows: (seen) => {
        const ages = agesIn(seen);
        const areOlder = ages.every((age, at) => age > (before[at] ?? 0));
        if (areOlder) before = ages;
        return areOlder;
      },
      isOver: (seen) => agesIn(seen).every((age) => age === 0),
      minutes: 480,
    });
    expect(objected).toBe("");
  });

  test("an organization for which somebody still writes is not deleted, and is once nobody does", async ({
    expect,
  }) => {
    const realmId = 999_998;
    const failedIn = (seen: Scrape) =>
      [...seen.values].find(
        ([series]) =>
          series.startsWith("organizations_deletions{") && series.includes('state="failed"'),
      )?.[1] ?? 0;
    const objected = await objectionsAfter(constellation, sender, {
      alerts: ["DeletionFailed"],
      inject: async () => {
        const writer = await StrayWriter.begin(constellation.adminUrl, realmId);
        await constellation.query(deletionOf(realmId));
        return async () => {
          await writer[Symbol.asyncDispose]();
          // Half a minute later it would be tried again by itself.
          await constellation.query("update users.realm_deletion set due_at = now()");
          await constellation.hasRow(
            `select from users.realm_deletion where realm_id = ${realmId} and state = 'done' and remaining = '[]'`,
          );
        };
      },
      use: () => Promise.resolve(),
      shows: (seen) => failedIn(seen) === 1,
      isOver: (seen) => failedIn(seen) === 0,
      minutes: 60,
    });
    expect(objected).toBe("");
  });

  test("a gateway that may do too little at once refuses requests until it may do more", async ({
    expect,
  }) => {
    const gateway = constellation.process("gateway");
    const refusedIn = (seen: Scrape) => valueOf(seen, "work_limit_refused_total", "gateway") ?? 0;
    let refused = 0;
    vi.stubEnv("WORK_AT_ONCE", "1");
    await gateway.stop();
    await gateway.start();
    const objected = await objectionsAfter(constellation, sender, {
      alerts: ["TooMuchToDo"],
      inject: () =>
        Promise.resolve(async () => {
          vi.unstubAllEnvs();
          await gateway.stop();
          await gateway.start();
        }),
      use: () => Promise.all(Array.from({ length: 100 }, (_, number) => send(`${number}`))),
      shows: (seen) => {
        const isMore = refusedIn(seen) > refused;
        refused = refusedIn(seen);
        return isMore;
      },
      minutes: 30,
    });
    expect(objected).toBe("");
  });
});
