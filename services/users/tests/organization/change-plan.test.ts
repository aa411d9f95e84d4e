import {
  botTypes,
  changePlan,
  createBot,
  createRealm,
  deactivateBot,
  getAuthState,
  type LimitsChange,
  reactivateUser,
  registerOperations,
  updateUser,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { channelCount, storedMib } from "../peers.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() =>
  World.create({
    PLAN_LIMITS: '{"limited": {"requestsPerSecond": 7, "concurrentRequests": null}}',
  }),
);

/** Returns what a gateway is told. */
async function shareOf(host: string) {
  const state = await world().call(getAuthState, { host, since: 0 });
  if (!state.known) return null;
  const { mostQueues, share, usersVersion } = state;
  return { ...share, mostQueues, usersVersion };
}

describe("changing what an organization may have (docs/hosting.md#plans)", () => {
  test("a plan is not changed where there is no organization", async ({ expect }) => {
    await expect(
      world().call(changePlan, { subdomain: "nobody", plan: "plus" }),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There is no organization 'nobody'.",
    });
  });

  test("an organization has what its plan says but for its own limits, which gateways are told of", async ({
    expect,
  }) => {
    const before = await shareOf("localhost");
    expect(before).toMatchObject({ requestsPerSecond: null, concurrentRequests: null, weight: 1 });
    await world().events();
    const limited = {
      requestsPerSecond: 7,
      concurrentRequests: null,
      processorMsPerSecond: 200,
      databaseMsPerSecond: 400,
      weight: 1,
    };
    const to = await world().call(changePlan, { subdomain: "", plan: "limited" });
    expect(to).toMatchObject({ plan: "limited", limits: { ...limited, people: 50 } });
    const after = await shareOf("localhost");
    const usersVersion = (before?.usersVersion ?? 0) + 1;
    expect(after).toEqual({ ...limited, mostQueues: 1000, usersVersion });
    const changed = await world().call(changePlan, {
      subdomain: "",
      limits: { requestsPerSecond: 50, weight: 3 },
    });
    expect(changed.limits).toMatchObject({ requestsPerSecond: 50, weight: 3, people: 50 });
    const plus = await world().call(changePlan, {
      subdomain: "",
      plan: "plus",
      limits: { requestsPerSecond: "plan" },
    });
    expect(plus.limits).toMatchObject({
      requestsPerSecond: 400,
      concurrentRequests: 64,
      weight: 3,
    });
    expect(await shareOf("acme.localhost")).toMatchObject({ requestsPerSecond: null, weight: 1 });
  });

  test("everybody is told of another plan and of limits that clients know, and nobody of other limits", async ({
    expect,
  }) => {
    await world().call(changePlan, { subdomain: "", plan: "standard" });
    await world().events();
    await world().call(changePlan, { subdomain: "", limits: { weight: 2 } });
    expect(await world().events()).toEqual([]);
    const before = await shareOf("localhost");
    await world().call(changePlan, { subdomain: "", plan: "standard", limits: { weight: 2 } });
    expect(await shareOf("localhost")).toEqual(before);
    await world().call(changePlan, { subdomain: "", plan: "limited" });
    const data = { upload_quota_mib: 1024, max_file_upload_size_mib: 10 };
    const announced = [
      { type: "realm", op: "update", property: "plan_type", value: 2 },
      { type: "realm", op: "update_dict", property: "default", data },
    ];
    const events = await world().events();
    for (const { id } of [world().people.guest, world().people.owner])
      expect(eventsFor(id, events)).toEqual(announced);
    expect(await initialLimits()).toEqual({
      max_file_upload_size_mib: 10,
      realm_upload_quota_mib: 1024,
    });
  });

  test("an organization can be created with a plan", async ({ expect }) => {
    const owner = { email: "boss@fresh.example", fullName: "Boss", password: null };
    await world().call(createRealm, { subdomain: "fresh", name: "Fresh", owner, plan: "standard" });
    expect(await shareOf("fresh.localhost")).toMatchObject({
      requestsPerSecond: 100,
      weight: 4,
      mostQueues: 10_000,
    });
  });
});

/** Returns the limits that a client is told when it registers. */
async function initialLimits(): Promise<unknown> {
  const { owner } = world().people;
  const { bytes } = await world().users.call(
    registerOperations.users,
    owner.identity,
    {
      fetch: ["realm"],
      clientGravatar: true,
      includeSubscribers: "false",
      slimPresence: true,
      presenceHistoryLimitDays: 0,
      capabilities: {},
    },
    { realmId: world().realm.id },
  );
  const announced = JSON.parse(`{${Buffer.concat(bytes).toString()}}`) as Record<string, unknown>;
  const { max_file_upload_size_mib, realm_upload_quota_mib } = announced;
  return { max_file_upload_size_mib, realm_upload_quota_mib };
}

describe("limits of what an organization has (docs/hosting.md#quotas)", () => {
  const limit = (limits: LimitsChange, force = false) =>
    world().call(changePlan, { subdomain: "", plan: "self_hosted", limits, force });

  test("a limit below what there is, here or in another service, is refused unless forced", async ({
    expect,
  }) => {
    for (const [limits, message] of [
      [{ people: 1 }, /limit of 1 people, of which it has [2-9]\. With `force`/],
      [{ channels: channelCount - 1 }, /limit of 2 channels, of which it has 3/],
      [{ storedMib: storedMib - 1 }, /limit of 1 MiB of uploaded files, of which it has 2/],
    ] as const)
      await expect(limit(limits)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: expect.stringMatching(message),
      });
    await limit({ channels: channelCount, storedMib, people: 1 }, true);
    // What is below already may be left as it is while another limit changes.
    await limit({ bots: 500 });
    await limit({ people: "plan", channels: "plan", storedMib: "plan", bots: "plan" });
  });

  test("bots come up to the limit and none on top, also at the same moment or back again", async ({
    expect,
  }) => {
    const bots = 3;
    const add = (name: string) =>
      world().request("owner", createBot, { short_name: name, full_name: name });
    const { user_id } = await add("first");
    const { limits } = await limit({ bots: 1 }, true);
    expect(limits?.bots).toBe(1);
    const counted = /limit of \d+ bots, of which it has (\d+)\. Whoever operates the server can/;
    const message = await add("excess").then(String, (error: unknown) => String(error));
    const used = Number(counted.exec(message)?.[1]);
    await limit({ bots: used + bots });
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((at) => add(`many${at}`)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(bots);
    await world().request("owner", deactivateBot, { bot_id: user_id });
    await add("instead");
    await expect(world().request("owner", reactivateUser, { user_id })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringMatching(counted),
    });
    await limit({ bots: "plan" });
  });

  test("outgoing webhooks come up to their limit and none on top, also at the same moment or back again", async ({
    expect,
  }) => {
    const add = (name: string, bot_type: 1 | 3 = botTypes.outgoingWebhook) => {
      const url = { payload_url: "https://bot.example/hook" };
      const hook = bot_type === botTypes.outgoingWebhook ? url : {};
      const names = { short_name: name, full_name: name };
      return world().request("owner", createBot, { ...names, bot_type, ...hook });
    };
    const { user_id } = await add("hook");
    await limit({ outgoingWebhooks: 0 }, true);
    const counted = /limit of \d+ outgoing webhooks, of which it has (\d+)\. Whoever operates/;
    const message = await add("excess").then(String, (error: unknown) => String(error));
    const used = Number(counted.exec(message)?.[1]);
    expect(used).toBeGreaterThan(0);
    await limit({ outgoingWebhooks: used + 2 });
    const outcomes = await Promise.allSettled([0, 1, 2, 3].map((at) => add(`hook${at}`)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await add("generic", botTypes.generic);
    await world().request("owner", deactivateBot, { bot_id: user_id });
    await add("hook-instead");
    await expect(world().request("owner", reactivateUser, { user_id })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringMatching(counted),
    });
    await limit({ outgoingWebhooks: "plan" });
  });

  test("nobody becomes a guest, or a member again, where there is no room for one", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const roleTo = (role: 400 | 600) =>
      world().request("owner", updateUser, { user_id: alice.id, role });
    await limit({ guests: 0 }, true);
    await expect(roleTo(600)).rejects.toMatchObject({
      message: expect.stringMatching(/^This exceeds the organization's limit of 0 guests/),
    });
    await limit({ guests: "plan" });
    await roleTo(600);
    await limit({ people: 0 }, true);
    await expect(roleTo(400)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await limit({ people: "plan" });
    await roleTo(400);
  });
});
