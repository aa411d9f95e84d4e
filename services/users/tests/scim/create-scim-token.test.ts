import {
  checkScimToken,
  createScimToken,
  deleteScimToken,
  listAuditLog,
  storedLimits,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const create = (name: string, as: "admin" | "owner" = "owner") =>
  world().request(as, createScimToken, { name });

describe("creating a token for SCIM (docs/behaviour/scim.md#tokens)", () => {
  test("nobody but owners creates a token for SCIM", async ({ expect }) => {
    await expect(create("Okta", "admin")).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
  });

  test("a token for SCIM needs a name, which no other one has", async ({ expect }) => {
    await expect(create("  ")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await create("Twice");
    await expect(create(" twice ")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There is a token of this name already.",
    });
  });

  test("a token for SCIM is good in its organization only, at once, and only its hash is kept", async ({
    expect,
  }) => {
    const { id, token } = await create("Entra ID");
    const check = (realmId: number, given = token) =>
      world().call(checkScimToken, { realmId, token: given });
    await expect(check(world().realm.id)).resolves.toEqual({ id, name: "Entra ID" });
    for (const [realmId, given] of [
      [world().acme.id, token],
      [world().realm.id, token.toLowerCase()],
      [world().realm.id, ""],
    ] as const)
      await expect(check(realmId, given)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries[0]).toMatchObject({
      actor: { user_id: world().people.owner.id },
      operation: "createScimToken",
      changes: [{ object: "scim_token", after: { name: "Entra ID", token_hash: "(hidden)" } }],
    });
  });

  test("an organization has at most so many tokens for SCIM, however many are made at once", async ({
    expect,
  }) => {
    const { most } = storedLimits.scimTokens;
    const made = await Promise.allSettled(
      Array.from({ length: most + 1 }, (_, at) => create(`Many ${at}`)),
    );
    const ids = made.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
    await expect(create("One more")).rejects.toMatchObject({
      message: `There can be at most ${most} tokens for SCIM.`,
    });
    for (const token_id of ids) await world().request("owner", deleteScimToken, { token_id });
    await create("Room again");
  });
});
