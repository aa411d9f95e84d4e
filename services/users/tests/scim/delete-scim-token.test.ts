import { checkScimToken, createScimToken, deleteScimToken } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const create = (name: string) => world().request("owner", createScimToken, { name });

describe("ending a token for SCIM (docs/behaviour/scim.md#tokens)", () => {
  test("nobody but owners ends a token for SCIM, and one that there is none of is refused", async ({
    expect,
  }) => {
    const { id: token_id } = await create("Kept");
    await expect(world().request("admin", deleteScimToken, { token_id })).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
    const unknown = { token_id: token_id + 1000 };
    await expect(world().request("owner", deleteScimToken, unknown)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There is no such token.",
    });
    await expect(
      world().request(world().acmeOwner.identity, deleteScimToken, { token_id }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a token for SCIM that was ended is refused from then on", async ({ expect }) => {
    const { id: token_id, token } = await create("Ended");
    await world().request("owner", deleteScimToken, { token_id });
    await expect(
      world().call(checkScimToken, { realmId: world().realm.id, token }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});
