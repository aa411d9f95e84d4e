import { updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "./world.ts";

const world = useWorld(() => World.create());

const rename = (name: string) =>
  world().users.request(
    updateRealm,
    world().people.owner.identity,
    { name },
    { realmId: world().realm.id },
  );

describe("the guard of refusals (docs/behaviour/api.md#refused-values)", () => {
  test("the guard of refusals finds what a refused request left behind", async ({ expect }) => {
    const request = async () => {
      await rename("Left behind");
      throw new Error("refused");
    };
    await expect(world().guard.watch(request, () => false)).rejects.toThrow(
      /^A refused request changed outbox, .*realm/,
    );
    const answered = world().guard.watch(
      () => rename("Left behind again"),
      () => true,
    );
    await expect(answered).rejects.toThrow(/^A refused request changed outbox, .*realm/);
  });

  test("the guard of refusals passes on what a request without traces answers or throws", async ({
    expect,
  }) => {
    const request = () => Promise.reject(new Error("refused"));
    await expect(world().guard.watch(request, () => false)).rejects.toThrow("refused");
    expect(
      await world().guard.watch(
        () => Promise.resolve(7),
        () => true,
      ),
    ).toBe(7);
  });
});
