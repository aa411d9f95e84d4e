import {
  abandonImport,
  archivePieceBytes,
  checkImportRoom,
  finishUsersImport,
  importOperations,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { type Asked, askOperator, operatorKeys } from "../ask-operator.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const ask = (path: string, asked: Asked = {}) => askOperator(world(), path, asked);

async function refusal(path: string, asked: Asked) {
  const { answer, status } = await ask(path, asked);
  return [status, answer["code"], answer["msg"]];
}

/** Keeps an address; returns the id of its organization. */
async function prepare(subdomain: string, plan = "limited"): Promise<number> {
  const { answer } = await ask("/imports", { body: { subdomain, plan } });
  return z.int().parse(answer["organization_id"]);
}

const bad = (message: string) => [400, "BAD_REQUEST", message];

describe("an import (docs/hosting.md#imports)", () => {
  test("an address that is taken, reserved or none is refused, and so is a key that may not", async ({
    expect,
  }) => {
    const of = (subdomain: string) => ({ body: { subdomain } });
    expect(await refusal("/imports", of("acme"))).toEqual(bad("The subdomain 'acme' is taken."));
    expect(await refusal("/imports", of("www"))).toEqual(bad("The subdomain 'www' is reserved."));
    const [status, , message] = await refusal("/imports", of("-a-"));
    expect([status, message]).toEqual([400, expect.stringContaining("cannot be a subdomain")]);
    expect(await refusal("/imports", { ...of("fresh"), key: "read" })).toEqual([
      403,
      "BAD_REQUEST",
      "This needs a key with the scope 'write'.",
    ]);
  });

  test("an organization that is being imported is suspended, and neither opened nor deleted by hand (docs/behaviour/organization.md#imported-organizations)", async ({
    expect,
  }) => {
    const id = await prepare("kept");
    const path = `/organizations/${id}`;
    expect((await ask(path)).answer["organization"]).toMatchObject({
      state: "suspended",
      suspension_reason: "The organization is being imported.",
      plan: "limited",
    });
    const refused = bad("The organization is being imported: cancel that instead.");
    expect(await refusal(`${path}/reactivate`, { body: {} })).toEqual(refused);
    expect(await refusal(`${path}/deletion`, { body: { confirm: "kept" } })).toEqual(refused);
    expect((await ask(`${path}/import`, { key: "read" })).answer["import"]).toMatchObject({
      organization_id: id,
      state: "running",
      rows: 3,
      all_rows: 12,
    });
  });

  test("a repeated request keeps one address, and what is begun is noted", async ({ expect }) => {
    const again = { body: { subdomain: "once" }, idempotencyKey: "import-once" };
    const [first, second] = [await ask("/imports", again), await ask("/imports", again)];
    expect([first.isReplay, second.isReplay]).toEqual([false, true]);
    expect(second.answer["organization_id"]).toBe(first.answer["organization_id"]);
    const id = Number(first.answer["organization_id"]);
    const path = `/organizations/${id}/import`;
    expect(
      (await ask(`${path}/archive?offset=7`, { body: "bytes" })).answer["import"],
    ).toMatchObject({ bytes: 12 });
    const from = { organization_id: world().acme.id, export_id: 5 };
    expect((await ask(`${path}/begin`, { body: { from } })).answer["import"]).toMatchObject({
      kind: "export 5",
    });
    await ask(`${path}/cancel`, { body: {} });
    const { answer } = await ask(`/actions?organization_id=${id}`);
    expect(answer["actions"]).toMatchObject([
      { operation: "createImport", input: { subdomain: "once" } },
      { operation: "beginImport", input: { from } },
      { operation: "cancelImport" },
    ]);
  });

  test("pieces without a place, that are too long, or of no import are refused", async ({
    expect,
  }) => {
    const id = await prepare("pieces");
    const [status, code, message] = await refusal(`/organizations/${id}/import/archive`, {
      body: "bytes",
    });
    expect([status, code, message]).toEqual([
      400,
      "BAD_REQUEST",
      expect.stringContaining("offset"),
    ]);
    const long = { body: "x".repeat(archivePieceBytes + 1) };
    expect((await ask(`/organizations/${id}/import/archive?offset=0`, long)).status).toBe(413);
    const other = world().acme.id;
    for (const end of ["archive?offset=0", "begin", "cancel"])
      expect(await refusal(`/organizations/${other}/import/${end}`, { body: {} })).toEqual([
        404,
        "NOT_FOUND",
        `Organization ${other} is not being imported.`,
      ]);
  });

  test("more than the plan allows is refused, and by name (docs/export.md#what-is-refused)", async ({
    expect,
  }) => {
    const realmId = await prepare("crowded");
    const none = { guests: 0, bots: 0, outgoingWebhooks: 0, channels: 0, storedMib: 0 };
    const room = (people: number) =>
      world().call(checkImportRoom, { realmId, use: { ...none, people } });
    await expect(room(51)).rejects.toThrow(/people/);
    expect(await room(50)).toEqual({});
  });

  test("an import that is given up is deleted at once, and nothing else is", async ({ expect }) => {
    const realmId = await prepare("doomed");
    await world().call(abandonImport, { realmId });
    await world().call(abandonImport, { realmId: world().acme.id });
    const due = await world().database.any(sql.type(z.object({ id: z.number() }))`
      select realm_id as id from realm_deletion where due_at <= now() + interval '1 minute'`);
    expect(due).toEqual([{ id: realmId }]);
    const move = {
      shifts: {},
      from: { realmId: 1, url: "" },
      to: { realmId, url: "" },
      key: "k",
      sandbox: false,
    };
    await expect(
      world().call(importOperations.users.rows, { move, kind: "domains", rows: [] }),
    ).rejects.toThrow();
  });

  test("an organization without its system groups is not opened", async ({ expect }) => {
    const realmId = await prepare("hollow");
    const settle = { realmId, step: "settle", rows: 0, files: 0 } as const;
    await expect(world().call(finishUsersImport, settle)).rejects.toThrow("role:owners");
  });
});
