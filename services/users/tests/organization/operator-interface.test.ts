import { randomUUID } from "node:crypto";

import { checkApiKey, getAuthState, operatorOperations } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { type Asked, askOperator, keyOf, operatorKeys } from "../ask-operator.ts";
import { archiveBytes } from "../exports-peer.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const ask = (path: string, asked: Asked = {}) => askOperator(world(), path, asked);

const fresh = (subdomain: string) => ({
  subdomain,
  name: "Fresh",
  owner: {
    email: `boss@${subdomain}.example`,
    full_name: "The Boss",
    password: "a long enough one",
  },
});

const rootPath = () => `/organizations/${world().realm.id}`;

async function actionsOf(organizationId: number) {
  const { answer } = await ask(`/actions?organization_id=${organizationId}`);
  return z.array(z.looseObject({ operation: z.string() })).parse(answer["actions"]);
}

describe("the operator's interface (docs/hosting.md#operators-interface)", () => {
  test("nobody gets in without a key, nor further than its scope", async ({ expect }) => {
    expect(await ask("/organizations", { key: "other" })).toMatchObject({
      status: 401,
      answer: { code: "UNAUTHORIZED", msg: "This needs a key of an operator." },
    });
    const change = { method: "PATCH", body: { plan: "plus" } };
    expect(await ask(rootPath(), { ...change, key: "read" })).toMatchObject({
      status: 403,
      answer: { msg: "This needs a key with the scope 'write'." },
    });
    expect(await ask("/organizations", { body: fresh("x"), key: "write" })).toMatchObject({
      status: 403,
      answer: { msg: "This needs a key with the scope 'secrets'." },
    });
  });

  test("what is wrong is refused by name, and what is not there is not found", async ({
    expect,
  }) => {
    const refused = async (path: string, asked: Asked) => {
      const { answer, status } = await ask(path, asked);
      return [status, answer["code"], answer["msg"]];
    };
    const patch = (body: unknown) => ({ method: "PATCH", body });
    expect(await refused(rootPath(), patch("{"))).toEqual([400, "INVALID_JSON", "Malformed JSON"]);
    for (const [body, named] of [
      [{ plan: "golden" }, "plan"],
      [{ limits: { weight: 0 } }, "limits.weight"],
      [{ limits: { requests_per_second: "many" } }, "limits.requests_per_second"],
      [{ colour: "red" }, "colour"],
    ] as const) {
      const [status, code, message] = await refused(rootPath(), patch(body));
      expect([status, code]).toEqual([400, "BAD_REQUEST"]);
      expect(message).toContain(named);
    }
    for (const reason of ["a\0b", "\uD800"]) {
      const [status, code, message] = await refused(`${rootPath()}/suspend`, { body: { reason } });
      expect([status, code]).toEqual([400, "BAD_REQUEST"]);
      expect(message).toContain("reason");
    }
    expect(await refused("/organizations/999999999", patch({ plan: "plus" }))).toEqual([
      404,
      "NOT_FOUND",
      "There is no organization 999999999.",
    ]);
    const nothing = "There is nothing at this address.";
    expect(await refused("/nothing", {})).toEqual([404, "NOT_FOUND", nothing]);
    expect(await refused("/actions", { method: "POST", body: {} })).toEqual([
      405,
      "METHOD_NOT_ALLOWED",
      "Method Not Allowed",
    ]);
    const taken = await ask("/organizations", { body: fresh("acme") });
    expect(taken).toMatchObject({ status: 400, answer: { field: "subdomain" } });
  });

  test("organizations are listed in pages, and found by their subdomain", async ({ expect }) => {
    const first = await ask("/organizations?limit=1", { key: "read" });
    expect(first.answer["organizations"]).toMatchObject([
      { id: world().realm.id, subdomain: "", state: "active", plan: "self_hosted" },
    ]);
    const rest = await ask(`/organizations?after=${world().realm.id}&limit=1`);
    expect(rest.answer["organizations"]).toMatchObject([{ subdomain: "acme" }]);
    const found = await ask("/organizations?subdomain=acme");
    expect(found.answer["organizations"]).toMatchObject([{ id: world().acme.id }]);
    expect((await ask("/organizations?subdomain=nobody")).answer["organizations"]).toEqual([]);
  });

  test("a request that is repeated with its idempotency key is carried out once, also when both come together", async ({
    expect,
  }) => {
    const idempotencyKey = randomUUID();
    const create = { body: fresh("twice"), idempotencyKey };
    const answers = await Promise.all([
      ask("/organizations", create),
      ask("/organizations", create),
    ]);
    answers.push(await ask("/organizations", create));
    const [made, ...repeated] = answers.toSorted((a, b) => Number(a.isReplay) - Number(b.isReplay));
    expect(made).toMatchObject({ status: 200, isReplay: false });
    for (const one of repeated) {
      expect(one).toMatchObject({ status: 200, isReplay: true });
      expect(one.answer).toEqual({
        result: "success",
        msg: "",
        organization: made?.answer["organization"],
      });
    }
    const other = await ask("/organizations", { body: fresh("thrice"), idempotencyKey });
    expect(other).toMatchObject({
      status: 400,
      answer: { msg: "This idempotency key was given with another request." },
    });
  });

  test("a suspended organization lets nobody in and ends its queues, until it is reactivated", async ({
    expect,
  }) => {
    const { id: organizationId } = world().realm;
    await world().events();
    const body = { reason: "The bill of May is open." };
    const suspended = await ask(`${rootPath()}/suspend`, { body, key: "write" });
    expect(suspended.answer["organization"]).toMatchObject({
      state: "suspended",
      suspension_reason: body.reason,
    });
    const events = eventsFor(world().people.alice.id, await world().events());
    expect(events).toEqual([{ type: "realm", op: "deactivated", realm_id: organizationId }]);
    const state = await world().call(getAuthState, { host: "localhost", since: 0 });
    expect(state).toMatchObject({ suspensionReason: body.reason });
    const { apiKey, email } = world().people.alice;
    const account = { realmId: organizationId, email, apiKey };
    expect(await world().call(checkApiKey, account)).toEqual({
      valid: false,
      reason: "realm_deactivated",
    });
    const again = await ask(`${rootPath()}/reactivate`, { body: {}, key: "write" });
    expect(again.answer["organization"]).toMatchObject({ state: "active", suspension_reason: "" });
    expect((await actionsOf(organizationId)).map(({ operation }) => operation)).toEqual([
      "suspendOrganization",
      "reactivateOrganization",
    ]);
  });

  test("keys and links of accounts are given to keys that may have secrets, and no action holds one", async ({
    expect,
  }) => {
    const made = await ask("/organizations", { body: fresh("secretive") });
    const { id } = z.object({ id: z.int() }).parse(made.answer["organization"]);
    const body = { email: "boss@secretive.example" };
    const key = await ask(`/organizations/${id}/keys`, { body });
    expect(key.answer["account"]).toMatchObject({
      ...body,
      api_key: expect.stringMatching(/^\w{32}$/),
    });
    const link = await ask(`/organizations/${id}/password_links`, { body });
    expect(link.answer["url"]).toMatch(/\/accounts\/password\/reset\/\w+$/);
    const reset = `/organizations/${id}/second_factor_resets`;
    const nobody = await ask(reset, { body: { email: "nobody@example.com" } });
    expect(nobody.answer["msg"]).toBe("There is no account of a person 'nobody@example.com'.");
    await ask(reset, { body });
    expect(await actionsOf(id)).toMatchObject([
      { operation: "createOrganization", organization_id: id, key_name: "secrets" },
      { operation: "replaceAccountKey", input: body },
      { operation: "createPasswordLink", input: body },
    ]);
    const row = z.object({ text: z.string() });
    const texts = await world().database.anyFirst(
      sql.type(row)`select operator_action::text as text from operator_action`,
    );
    const { api_key: secret } = z.looseObject({ api_key: z.string() }).parse(key.answer["account"]);
    for (const text of texts) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain("a long enough one");
    }
  });

  test("what changes nothing is no action", async ({ expect }) => {
    const path = `/organizations/${world().acme.id}`;
    const change = { method: "PATCH", body: { plan: "limited" }, key: "write" };
    await ask(path, change);
    await ask(path, change);
    expect(await actionsOf(world().acme.id)).toMatchObject([
      { operation: "updateOrganization", input: { plan: "limited" } },
    ]);
  });

  test("what is no export of an organization is refused or not found, and needs keys that may have it", async ({
    expect,
  }) => {
    const path = `${rootPath()}/exports`;
    const archive = `${path}/archive?export_id=`;
    expect(await ask(path, { body: { type: "some" } })).toMatchObject({ status: 400 });
    expect(await ask(path, { body: {}, key: "read" })).toMatchObject({ status: 403 });
    expect(await ask(`${archive}7`, { key: "write" })).toMatchObject({ status: 403 });
    expect(await ask("/organizations/999999999/exports")).toMatchObject({ status: 404 });
    expect(await ask("/organizations/999999999/exports", { body: {} })).toMatchObject({
      status: 404,
    });
    expect(await ask(`${archive}6`)).toMatchObject({
      status: 404,
      answer: { msg: "There is no archive of export 6." },
    });
    expect(await ask(`${path}/archive`)).toMatchObject({ status: 400 });
  });

  test("an export is asked for, seen and fetched, and is an action (docs/hosting.md#exports)", async ({
    expect,
  }) => {
    const path = `/organizations/${world().acme.id}/exports`;
    const begun = await ask(path, { body: {}, key: "write" });
    expect(begun.answer["export"]).toMatchObject({ id: 7, type: "full_without_consent" });
    expect((await actionsOf(world().acme.id)).at(-1)).toMatchObject({ operation: "createExport" });
    expect((await ask(path, { key: "read" })).answer["exports"]).toMatchObject([
      { id: 6, state: "running" },
      { id: 7, state: "done", bytes: archiveBytes.length },
    ]);
    const url = `http://127.0.0.1:${world().service.operatorPort}/operator/v1${path}`;
    const response = await fetch(`${url}/archive?export_id=7`, {
      headers: { Authorization: `Bearer ${keyOf("secrets")}` },
    });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(archiveBytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  test("the interface describes itself, with each operation and no need of a key", async ({
    expect,
  }) => {
    const url = `http://127.0.0.1:${world().service.operatorPort}/operator/v1/openapi.json`;
    const described = z
      .object({
        paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
      })
      .parse(await (await fetch(url)).json());
    const names = Object.values(described.paths).flatMap((path) => Object.values(path));
    expect(names.map(({ operationId }) => operationId).toSorted()).toEqual(
      operatorOperations.map(({ name }) => name).toSorted(),
    );
  });
});
