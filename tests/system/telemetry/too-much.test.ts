import { afterAll, beforeAll, describe, test, vi } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { objectionsAfter } from "./inject.ts";
import { valueOf } from "./judge.ts";
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

  test("exports and deletions of organizations that do not end are told, and end when they may", async ({
    expect,
  }) => {
    const owner = await Client.login(constellation.url, "owner@example.com");
    const agesIn = (seen: Scrape) => [
      valueOf(seen, "organizations_deletions_due_age_seconds", "users") ?? 0,
      Math.max(
        0,
        ...[...seen.values]
          .filter(([series]) => /^archives_due_age_seconds\{.*kind="export"/.test(series))
          .map(([, age]) => age),
      ),
    ];
    const objected = await objectionsAfter(constellation, sender, {
      alerts: ["ArchiveStuck", "DeletionStuck"],
      inject: async () => {
        // What exports read, deletions look through, and nobody else needs here.
        const unlock = await constellation.lock("messages.draft", "access exclusive");
        await owner.post("/export/realm", { export_type: 1 });
        await constellation.query(`
          insert into users.realm_deletion (realm_id, subdomain, requested_at, due_at)
          values (999999, 'gone', now(), now())
        `);
        return unlock;
      },
      use: () => Promise.resolve(),
      shows: (seen) => agesIn(seen).every((age) => age > 0),
      isOver: (seen) => agesIn(seen).every((age) => age === 0),
      minutes: 480,
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
