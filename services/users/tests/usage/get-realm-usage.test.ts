import { changePlan, getRealmUsage, noteRequests } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, onTestFinished, test } from "vitest";

import { channelCount, storedMib } from "../peers.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const today = () => new Date().toISOString().slice(0, 10);

describe("limits and usage (docs/behaviour/organization.md#limits-and-usage)", () => {
  test("an organization's limits and usage are for administrators", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(world().request(name, getRealmUsage, {}), name).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
      });
  });

  test("no days, and more than a year of them, are refused", async ({ expect }) => {
    for (const days of [0, 367])
      await expect(world().request("owner", getRealmUsage, { days })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });

  test("administrators read the plan, its limits, what is used of them, and the last days", async ({
    expect,
  }) => {
    const limits = { people: 500, storedMib: 64, messagesPerDay: 10_000 };
    await world().call(changePlan, {
      subdomain: world().realm.subdomain,
      plan: "standard",
      limits,
    });
    const realmId = world().realm.id;
    const entry = { realmId, day: today(), requests: 5, userIds: [1, 2] };
    await world().call(noteRequests, { source: "a", entries: [entry] });
    const answer = await world().request("admin", getRealmUsage, { days: 2 });
    expect(answer).toMatchObject({
      plan: "standard",
      limits: {
        people: 500,
        guests: 1000,
        stored_mib: 64,
        messages_per_day: 10_000,
        upload_mib: 25,
      },
      used: { channels: channelCount, stored_mib: storedMib, messages_per_day: 5, guests: 1 },
    });
    expect(answer.days.map(({ day }) => day)).toEqual([
      new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      today(),
    ]);
    expect(answer.days.at(-1)).toMatchObject({ active_people: 2, requests: 5, messages: 5 });
    expect(answer.used.people).toBe(answer.days.at(-1)?.people);
    expect((await world().request("owner", getRealmUsage, {})).days).toHaveLength(30);
  });

  test("the use of other organizations is not told", async ({ expect }) => {
    const entry = { realmId: world().realm.id, day: today(), requests: 50, userIds: [3] };
    await world().call(noteRequests, { source: "b", entries: [entry] });
    const theirs = await world().request(world().acmeOwner.identity, getRealmUsage, { days: 1 });
    expect(theirs.used).toMatchObject({ people: 1, guests: 0 });
    expect(theirs.days).toMatchObject([{ people: 1, requests: 0, active_people: 0 }]);
  });
});

describe("limits and usage while the other services are away (docs/behaviour/organization.md#limits-and-usage)", () => {
  test("an organization's usage is refused while nobody says what else is used", async ({
    expect,
  }) => {
    const alone = await World.create({ CHANNELS_URL: "http://127.0.0.1:9" });
    onTestFinished(() => alone[Symbol.asyncDispose]());
    await expect(alone.request("owner", getRealmUsage, {})).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
  });
});
