import { changePlan, createRealm, getAuthState } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

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
  return state.known ? { ...state.share, usersVersion: state.usersVersion } : null;
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
    const limited = { requestsPerSecond: 7, concurrentRequests: null, weight: 1 };
    expect(await world().call(changePlan, { subdomain: "", plan: "limited" })).toEqual({
      plan: "limited",
      share: limited,
    });
    const after = await shareOf("localhost");
    expect(after).toEqual({ ...limited, usersVersion: (before?.usersVersion ?? 0) + 1 });
    const changed = await world().call(changePlan, {
      subdomain: "",
      limits: { requestsPerSecond: 50, weight: 3 },
    });
    expect(changed.share).toEqual({ requestsPerSecond: 50, concurrentRequests: null, weight: 3 });
    const plus = await world().call(changePlan, {
      subdomain: "",
      plan: "plus",
      limits: { requestsPerSecond: "plan" },
    });
    expect(plus.share).toEqual({ requestsPerSecond: 400, concurrentRequests: 64, weight: 3 });
    expect(await shareOf("acme.localhost")).toMatchObject({ requestsPerSecond: null, weight: 1 });
  });

  test("everybody is told of another plan, and nobody of other limits", async ({ expect }) => {
    await world().call(changePlan, { subdomain: "", plan: "standard" });
    await world().events();
    await world().call(changePlan, { subdomain: "", limits: { weight: 2 } });
    expect(await world().events()).toEqual([]);
    const before = await shareOf("localhost");
    await world().call(changePlan, { subdomain: "", plan: "standard", limits: { weight: 2 } });
    expect(await shareOf("localhost")).toEqual(before);
    await world().call(changePlan, { subdomain: "", plan: "limited" });
    const event = { type: "realm", op: "update", property: "plan_type", value: 2 };
    const events = await world().events();
    for (const { id } of [world().people.guest, world().people.owner])
      expect(eventsFor(id, events)).toEqual([event]);
  });

  test("an organization can be created with a plan", async ({ expect }) => {
    const owner = { email: "boss@fresh.example", fullName: "Boss", password: null };
    await world().call(createRealm, { subdomain: "fresh", name: "Fresh", owner, plan: "standard" });
    expect(await shareOf("fresh.localhost")).toMatchObject({ requestsPerSecond: 100, weight: 4 });
  });
});
