import { audienceTest, listExportConsents, updateSettings } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("who lets private data be exported (docs/behaviour/organization.md#exports)", () => {
  test("nobody but administrators sees who lets private data be exported", async ({ expect }) => {
    await expect(world().request("alice", listExportConsents, {})).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
  });

  test("administrators see who lets private data be exported, and hear of changes", async ({
    expect,
  }) => {
    const { admin, alice, owner } = world().people;
    const consentOf = async () => {
      const { export_consents: all } = await world().request("admin", listExportConsents, {});
      return all.find(({ user_id: id }) => id === alice.id);
    };
    const consent = { user_id: alice.id, email_address_visibility: 1 };
    expect(await consentOf()).toEqual({ ...consent, consented: false });
    await world().events();
    await world().request("alice", updateSettings, { allow_private_data_export: true });
    const heard = (await world().events()).filter(
      ({ event }) => event["type"] === "realm_export_consent",
    );
    expect(heard.map(({ event }) => event)).toEqual([
      { type: "realm_export_consent", user_id: alice.id, consented: true },
    ]);
    const hearers = Object.values(world().people).map(({ id }) => id);
    for (const { audience } of heard)
      expect(new Set(hearers.filter(audienceTest(audience)))).toEqual(
        new Set([owner.id, admin.id]),
      );
    expect(await consentOf()).toEqual({ ...consent, consented: true });
    await world().request("alice", updateSettings, { allow_private_data_export: false });
    expect(await consentOf()).toEqual({ ...consent, consented: false });
  });
});
