import { checkScimToken } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));

describe("operators and tokens for SCIM (docs/behaviour/scim.md#tokens)", () => {
  test("tokens for SCIM are made by keys of operators that see secrets only", async ({
    expect,
  }) => {
    const path = `/organizations/${world().realm.id}/scim_tokens`;
    const asked = { key: "write", body: { name: "Okta" } };
    await expect(askOperator(world(), path, asked)).resolves.toMatchObject({ status: 403 });
    const end = `/organizations/${world().realm.id}/end_scim_token`;
    for (const [where, body] of [
      [path, { name: "" }],
      [path, {}],
      [end, { token_id: 999 }],
    ] as const)
      await expect(askOperator(world(), where, { body })).resolves.toMatchObject({ status: 400 });
    await expect(askOperator(world(), "/organizations/999/scim_tokens")).resolves.toMatchObject({
      status: 404,
    });
  });

  test("an operator makes, lists and ends tokens for SCIM of an organization", async ({
    expect,
  }) => {
    const path = `/organizations/${world().realm.id}/scim_tokens`;
    const { answer } = await askOperator(world(), path, { body: { name: "Okta" } });
    const { id, token } = answer as { id: number; token: string };
    const check = () => world().call(checkScimToken, { realmId: world().realm.id, token });
    await expect(check()).resolves.toEqual({ id, name: "Okta" });
    const listed = await askOperator(world(), path, { key: "read" });
    expect(listed.answer["scim_tokens"]).toMatchObject([{ id, name: "Okta" }]);
    expect(JSON.stringify(listed)).not.toContain(token);
    const end = `/organizations/${world().realm.id}/end_scim_token`;
    await askOperator(world(), end, { key: "write", body: { token_id: id } });
    await expect(check()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});
