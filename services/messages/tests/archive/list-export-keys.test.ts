import { Secret } from "@team-chat/config";
import { exportLegalHold, listExportKeys } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { World } from "../world.ts";
import { HoldExports } from "./hold-exports.ts";

const [newer, older] = ["ffeeddccbbaa99887766554433221100", "00112233445566778899aabbccddeeff"];
const world = useWorld(() => World.create({}, { IDENTITY_KEY: new Secret(`${older},${newer}`) }));

const answer = z.object({
  export_keys: z.array(
    z.object({
      public_key: z.string(),
      first_used_at: z.int().nullable(),
      is_current: z.boolean(),
    }),
  ),
});

async function keys() {
  const response = await world().fetch(listExportKeys, {
    kind: "anonymous",
    realm: null,
    client: "",
  });
  return answer.parse(await response.json()).export_keys;
}

describe("GET /export_keys (docs/legal-holds.md#keys)", () => {
  test("anybody may read with which keys exports are signed, and since when", async ({
    expect,
  }) => {
    const unused = { first_used_at: null, is_current: true };
    expect(await keys()).toMatchObject([unused, unused]);
    const exports = new HoldExports(world());
    const realm = exports.realm();
    const holdId = await exports.begin(realm, { user_id: 3 });
    await realm.request("alice", exportLegalHold, { hold_id: holdId });
    await world().runExports();
    const [first, second] = await keys();
    expect([first, second]).toMatchObject([
      { first_used_at: expect.any(Number), is_current: true },
      unused,
    ]);
    expect(first?.public_key).not.toBe(second?.public_key);
  });
});
