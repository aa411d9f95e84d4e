import { deleteLegalHoldExport, exportLegalHold } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm, Who } from "../realm.ts";
import { World } from "../world.ts";
import { HoldExports, notOwner } from "./hold-exports.ts";

const world = useWorld(() => World.create());
const exports = () => new HoldExports(world());
let realm: Realm;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = exports().realm();
});

async function finished() {
  const holdId = await exports().begin(realm, { user_id: 3 });
  const { id } = await realm.request("alice", exportLegalHold, { hold_id: holdId });
  await world().runExports();
  return { id, address: (await exports().list(realm))[0]?.archive_url ?? "" };
}

async function answer(of: Realm, who: Who, address: string) {
  const response = await exports().download(of, who, address);
  return [response.status, await response.json()];
}

const missing = [404, { code: "BAD_REQUEST", msg: "File not found." }];
const refused = [400, { code: notOwner.code, msg: notOwner.message }];

describe("the address of an archive (docs/legal-holds.md#asking-for-an-export)", () => {
  test("an archive is for the owner who was given its address, and nobody else", async ({
    expect,
  }) => {
    realm.data.setUser(5, { role: 100 });
    const { address } = await finished();
    for (const who of ["bob", "carol"] as const)
      expect(await answer(realm, who, address)).toMatchObject(refused);
    expect(await answer(realm, 5, address)).toMatchObject(missing);
    expect(await answer(exports().realm(), "alice", address)).toMatchObject(missing);
    realm.data.setUser(1, { role: 200 });
    expect(await answer(realm, "alice", address)).toMatchObject(refused);
  });

  test("an address that was changed, or is an hour old, leads nowhere", async ({ expect }) => {
    const { address } = await finished();
    const [facts = "", mac = ""] = (address.split("/").at(-1) ?? "").split(".");
    const forged = Buffer.from(JSON.stringify([realm.id, 1, 1, 9e15])).toString("base64url");
    for (const token of [`${forged}.${mac}`, `${facts}.`, facts, "nothing"])
      expect(await answer(realm, "alice", `/${token}`)).toMatchObject(missing);
    world().clock.aheadMs = 3_601_000;
    expect(await answer(realm, "alice", address)).toMatchObject(missing);
    const [again] = await exports().list(realm);
    const fresh = await exports().download(realm, "alice", again?.archive_url ?? "");
    expect(fresh.headers.get("content-type")).toBe("application/zip");
    expect(fresh.headers.get("content-disposition")).toContain("hold-export-");
    await fresh.arrayBuffer();
  });

  test("a deleted export has no archive any more", async ({ expect }) => {
    const { address, id } = await finished();
    await realm.request("alice", deleteLegalHoldExport, { export_id: id });
    expect(await answer(realm, "alice", address)).toMatchObject(missing);
  });
});
