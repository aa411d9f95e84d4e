import { beginLegalHold, endLegalHold, listLegalHolds } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  realm = world().realm();
  realm.data.setUser(1, { role: 100 });
  realm.data.setUser(2, { role: 200 });
});

describe("listing legal holds (docs/behaviour/moderation.md#legal-holds)", () => {
  test("listing legal holds is for owners, and of so many at most", async ({ expect }) => {
    for (const who of ["bob", "carol", "guest"] as const)
      await expect(realm.request(who, listLegalHolds, {})).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization owner",
      });
    await expect(realm.request("alice", listLegalHolds, { limit: 1001 })).rejects.toThrow(
      "Too many legal holds requested (maximum 1000).",
    );
  });

  test("legal holds are listed newest first, also those that have ended, page by page", async ({
    expect,
  }) => {
    const begin = (of: object) =>
      realm.request("alice", beginLegalHold, { reason: "case 7", ...of });
    const { id: first } = await begin({ user_id: 2 });
    const { id: second } = await begin({ stream_id: 3 });
    await realm.request("alice", endLegalHold, { hold_id: first });
    const both = await realm.request("alice", listLegalHolds, {});
    expect(both).toMatchObject({
      found_oldest: true,
      legal_holds: [
        { id: second, user_id: null, stream_id: 3, reason: "case 7", begun_by: 1, ended_at: null },
        { id: first, user_id: 2, stream_id: null, ended_by: 1, ended_at: expect.any(Number) },
      ],
    });
    const page = await realm.request("alice", listLegalHolds, { limit: 1 });
    expect(page).toMatchObject({ legal_holds: [{ id: second }], found_oldest: false });
    const rest = await realm.request("alice", listLegalHolds, { limit: 1, anchor: second });
    expect(rest).toMatchObject({ legal_holds: [{ id: first }], found_oldest: true });
  });
});
