import { checkScimToken, createScimToken, listScimTokens } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("listing tokens for SCIM (docs/behaviour/scim.md#tokens)", () => {
  test("nobody but owners lists tokens for SCIM", async ({ expect }) => {
    await expect(world().request("admin", listScimTokens, {})).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
  });

  test("the list of tokens for SCIM says when each was made and last used, and not what it is", async ({
    expect,
  }) => {
    const { id, token } = await world().request("owner", createScimToken, { name: "Okta" });
    const list = async () => (await world().request("owner", listScimTokens, {})).scim_tokens;
    const second = expect.any(Number) as number;
    await expect(list()).resolves.toEqual([
      { id, name: "Okta", created_at: second, last_used_at: null },
    ]);
    const use = () => world().call(checkScimToken, { realmId: world().realm.id, token });
    await use();
    const [first] = await list();
    expect(first).toEqual({ id, name: "Okta", created_at: second, last_used_at: second });
    world().clock.aheadMs = 59_000;
    await use();
    expect(await list()).toEqual([first]);
    world().clock.aheadMs = 61_000;
    await use();
    const [later] = await list();
    expect(later?.last_used_at).toBeGreaterThan(first?.last_used_at ?? 0);
  });
});
