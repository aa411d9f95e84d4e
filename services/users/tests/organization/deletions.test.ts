import { getAuthState, noteDeliveries, noteRequests } from "@team-chat/contract";
import { listRealmTables, sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { type Asked, askOperator, operatorKeys } from "../ask-operator.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const ask = (path: string, asked: Asked = {}) => askOperator(world(), path, asked);
const rootPath = () => `/organizations/${world().realm.id}`;
const acmePath = () => `/organizations/${world().acme.id}`;
const dayMs = 86_400_000;

async function refusal(path: string, asked: Asked) {
  const { answer, status } = await ask(path, asked);
  return [status, answer["code"], answer["msg"]];
}

const deletion = z.looseObject({ state: z.string(), due_at: z.int(), failure: z.string() });

async function deletionOf(organizationId: number) {
  const { answer } = await ask(`/deletions?organization_id=${organizationId}`, { key: "read" });
  return z.array(deletion).parse(answer["deletions"])[0];
}

/** Hashes of all rows of an organization, by table. */
async function rowsOf(realmId: number) {
  const { database } = world();
  const hashes: Record<string, string> = {};
  for (const table of await listRealmTables(database))
    hashes[table] = await database.oneFirst(sql.type(z.object({ hash: z.string() }))`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash
      from ${sql.identifier([table])} t where realm_id = ${realmId}`);
  return hashes;
}

describe("deleting an organization (docs/hosting.md#deleting)", () => {
  test("only a suspended organization is deleted, named once more, in days that are allowed, by a key that may", async ({
    expect,
  }) => {
    const path = `${acmePath()}/deletion`;
    const bad = (message: string) => [400, "BAD_REQUEST", message];
    const body = { confirm: "acme" };
    expect(await refusal(path, { body, key: "read" })).toEqual([
      403,
      "BAD_REQUEST",
      "This needs a key with the scope 'write'.",
    ]);
    expect(await refusal("/organizations/999999999/deletion", { body })).toEqual([
      404,
      "NOT_FOUND",
      "There is no organization 999999999.",
    ]);
    expect(await refusal(path, { body })).toEqual(
      bad("Only a suspended organization can be deleted."),
    );
    await ask(`${acmePath()}/suspend`, { body: {} });
    const wrong = "confirm must be 'acme', the organization's address.";
    expect(await refusal(path, { body: { confirm: "acne" } })).toEqual(bad(wrong));
    const few = "in_days must be from 2 to 365: DELETION_LEAST_DAYS says so.";
    expect(await refusal(path, { body: { ...body, in_days: 1 } })).toEqual(bad(few));
    for (const inDays of [-1, 366, 2.5, "3"]) {
      const [status, code, message] = await refusal(path, { body: { ...body, in_days: inDays } });
      expect([status, code]).toEqual([400, "BAD_REQUEST"]);
      expect(message).toContain("in_days");
    }
    expect((await refusal(path, { body: {} }))[2]).toContain("confirm");
    expect(await refusal(`${path}/cancel`, { body: {} })).toEqual(
      bad("The organization is not to be deleted."),
    );
    expect(await deletionOf(world().acme.id)).toBeUndefined();
    expect(await refusal(`${rootPath()}/deletion`, { body: { confirm: "" } })).toEqual(
      bad("confirm must be 'localhost', the organization's address."),
    );
  });

  test("an organization is not deleted while a legal hold is on (docs/behaviour/moderation.md#legal-holds)", async ({
    expect,
  }) => {
    await ask(`${acmePath()}/suspend`, { body: {} });
    world().deletions.holds = 2;
    const message =
      "Legal holds are on (2): they have to end before the organization can be deleted.";
    expect(await refusal(`${acmePath()}/deletion`, { body: { confirm: "acme" } })).toEqual([
      400,
      "BAD_REQUEST",
      message,
    ]);
    world().deletions.holds = 0;
  });

  test("a deletion that waits is shown, keeps others from changing their mind unseen, and is cancelled", async ({
    expect,
  }) => {
    const path = `${acmePath()}/deletion`;
    await ask(`${acmePath()}/suspend`, { body: {} });
    const begun = Math.floor(Date.now() / 1000);
    const asked = await ask(path, { body: { confirm: "acme" }, key: "write" });
    expect(asked.answer["organization"]).toMatchObject({
      state: "suspended",
      deletion: { state: "scheduled" },
    });
    const { due_at: dueAt } = (await deletionOf(world().acme.id)) ?? { due_at: 0 };
    expect(dueAt - begun - 30 * 86_400).toBeLessThan(600);
    const due = new Date(dueAt * 1000).toISOString().slice(0, 16);
    for (const [again, body] of [
      [path, { confirm: "acme" }],
      [`${acmePath()}/reactivate`, {}],
    ] as const)
      expect((await refusal(again, { body }))[2]).toContain(`is to be deleted at ${due}`);
    await world().service.deletions.runNow();
    const cancelled = await ask(`${path}/cancel`, { body: {}, key: "write" });
    expect(cancelled.answer["organization"]).toMatchObject({ state: "suspended", deletion: null });
    expect(await deletionOf(world().acme.id)).toBeUndefined();
    const { answer } = await ask(`/actions?organization_id=${world().acme.id}`);
    expect(answer["actions"]).toMatchObject([
      { operation: "suspendOrganization" },
      { operation: "scheduleDeletion", input: { confirm: "acme" } },
      { operation: "cancelDeletion" },
    ]);
    const back = await ask(`${acmePath()}/reactivate`, { body: {} });
    expect(back.answer["organization"]).toMatchObject({ state: "active", deletion: null });
  });

  test("an organization that is due is deleted by every service in steps, also after failures, but for its record", async ({
    expect,
  }) => {
    const { acme, acmeOwner, clock, deletions, realm, service } = world();
    await ask(`${acmePath()}/move`, { body: {} });
    await ask(`${acmePath()}/suspend`, { body: {} });
    await ask(`${acmePath()}/deletion`, { body: { confirm: "acme", in_days: 3 } });
    const before = await rowsOf(realm.id);
    await service.deletions.runNow();
    expect(deletions.asked).toEqual([]);

    // An operator has begun a legal hold meanwhile.
    clock.aheadMs = 3 * dayMs;
    deletions.holds = 1;
    await service.deletions.runNow();
    expect(deletions.asked).toEqual([]);
    expect(await deletionOf(acme.id)).toMatchObject({ state: "scheduled" });
    deletions.holds = 0;
    // Another begins after they were counted.
    deletions.holdsAtLast = 1;
    await service.deletions.runNow();
    expect(deletions.asked).toEqual([]);
    expect(await deletionOf(acme.id)).toMatchObject({ state: "scheduled", tries: 0 });
    deletions.holdsAtLast = 0;

    // It would be sent as soon as the organization is open.
    await world().database.query(sql.unsafe`
      insert into audit_destination (realm_id, name, url, sealed, has_authorization, place, created_at, due_at)
      values (${acme.id}, 'SIEM', 'http://127.0.0.1:9/', '', false, '{}', now(), now())`);
    deletions.broken = "messages";
    await service.deletions.runNow();
    expect(await deletionOf(acme.id)).toMatchObject({
      state: "running",
      tries: 1,
      step: "messages: data",
      failure: "A part of it could not be deleted; the log says why.",
    });
    for (const [path, body] of [
      [`${acmePath()}/deletion/cancel`, {}],
      [`${acmePath()}/keys`, { email: acmeOwner.email }],
      [`${acmePath()}/reactivate`, {}],
    ] as const)
      expect((await refusal(path, { body }))[2]).toBe("The organization is being deleted.");

    deletions.broken = null;
    deletions.left = 2;
    clock.aheadMs += 60_000;
    await service.deletions.runNow();
    expect(await deletionOf(acme.id)).toMatchObject({
      state: "failed",
      remaining: [{ service: "messages", place: "some_table", count: 2 }],
      finished_at: null,
    });

    deletions.left = 0;
    deletions.asked.length = 0;
    clock.aheadMs += 60_000;
    await service.deletions.runNow();
    const steps = ["data", "published", "rest"].flatMap((step) =>
      ["webhooks", "channels", "messages"].flatMap((name) => [
        `${name} ${step}`,
        `${name} ${step}`,
      ]),
    );
    expect(deletions.asked).toEqual(steps);
    expect(await deletionOf(acme.id)).toMatchObject({
      subdomain: "acme",
      state: "done",
      tries: 3,
      step: "",
      remaining: [],
      failure: "",
      finished_at: expect.any(Number),
    });
    const day = new Date(Date.now() + clock.aheadMs).toISOString().slice(0, 10);
    const late = { day, realmId: acme.id, requests: 3, userIds: [acmeOwner.id] };
    await world().call(noteRequests, { source: "gateway-1", entries: [late] });
    await world().call(noteDeliveries, { entries: [{ day, realmId: acme.id, deliveries: 2 }] });
    const left = Object.entries(await rowsOf(acme.id)).filter(([, hash]) => hash !== "0 ");
    expect(left.map(([table]) => table).toSorted()).toEqual(["operator_action", "realm_deletion"]);
    expect(await rowsOf(realm.id)).toEqual(before);
    expect(await world().events()).toEqual([]);
    expect(await ask(acmePath())).toMatchObject({ status: 404 });
    const host = "acme.localhost";
    expect(await world().call(getAuthState, { host, since: 0 })).toEqual({ known: false });
  });

  test("what operators did with a deleted organization is kept without names, and what it used for a year", async ({
    expect,
  }) => {
    const { acme, clock, service } = world();
    const { answer } = await ask(`/actions?organization_id=${acme.id}`);
    const actions = z
      .array(z.looseObject({ operation: z.string(), input: z.looseObject({}) }))
      .parse(answer["actions"]);
    for (const { input, operation } of actions)
      expect(Object.keys(input).length > 0, operation).toBe(operation === "scheduleDeletion");
    const day = new Date().toISOString().slice(0, 10);
    const usage = () => ask(`/organizations/${acme.id}/usage?from=${day}&to=${day}`);
    expect((await usage()).answer["days"]).toMatchObject([{ day, people: 1 }]);
    clock.aheadMs += 367 * dayMs;
    await service.deletions.runNow();
    expect(await usage()).toMatchObject({ status: 404 });
    clock.aheadMs = 0;
  });

  test("the address of a deleted organization is free, and the next one there has another id", async ({
    expect,
  }) => {
    const made = await ask("/organizations", {
      body: {
        subdomain: "acme",
        name: "Acme again",
        owner: { email: "boss@acme.example", full_name: "The Boss" },
      },
    });
    const { id } = z.object({ id: z.int() }).parse(made.answer["organization"]);
    expect(id).toBeGreaterThan(world().acme.id);
  });
});
