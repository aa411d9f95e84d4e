import { deactivateRealm } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";
import { request } from "../request.ts";

let product: Product;
let people: readonly Person[];
let token: string;

const named = (name: string) => {
  const found = people.find((person) => person.name === name);
  if (found === undefined) throw new Error(`There is nobody called ${name}.`);
  return found;
};

const makeToken = async (owner: Person) =>
  String((await owner.client.post("/scim_tokens", { name: "Okta" }))["token"]);

beforeAll(async () => {
  product = await Product.start({ RATE_LIMIT_LOGIN: "600:5", RATE_LIMIT_USER: "600:50" });
  ({ people } = await createPeople(product));
  token = await makeToken(named("owner"));
});
afterAll(() => product[Symbol.asyncDispose]());

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly authorization?: string | null;
  readonly host?: string;
}

async function ask(path: string, { authorization, body, host, method }: Asked = {}) {
  const given = authorization === undefined ? `Bearer ${token}` : authorization;
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body ?? ""));
  const answer = await request(product.url, {
    method: method ?? "GET",
    path: `/scim/v2${path}`,
    host: host ?? named("owner").host,
    headers: given === null ? {} : { authorization: given },
    ...(body === undefined ? {} : { body: { type: "application/scim+json", bytes } }),
  });
  const json = (answer.body === "" ? {} : JSON.parse(answer.body)) as Record<string, unknown>;
  return { ...answer, json };
}

describe("SCIM through the gateway (docs/behaviour/scim.md#requests)", () => {
  test("a request without a token, or with a user's key, is refused with 401 as SCIM says it", async ({
    expect,
  }) => {
    const { authorization } = named("owner").client;
    for (const given of [null, "Bearer", authorization, `Basic ${token}`]) {
      const { headers, json, status } = await ask("/Users", { authorization: given });
      expect(status).toBe(401);
      expect(headers).toMatchObject({
        "www-authenticate": 'Bearer realm="scim"',
        "content-type": "application/scim+json; charset=utf-8",
        "cache-control": "no-store",
      });
      expect(json).toMatchObject({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        status: "401",
      });
    }
  });

  test("a token is good for its organization only, and there is nothing where no organization is", async ({
    expect,
  }) => {
    const { people: others } = await createPeople(product);
    const host = others[0]?.host ?? "";
    expect((await ask("/Users", { host })).status).toBe(401);
    const nowhere = host.replace(/^[^.]+/, "nowhere");
    expect((await ask("/Users", { host: nowhere })).status).toBe(404);
  });

  test("a body that is too long is refused before it is read", async ({ expect }) => {
    const body = `"${"x".repeat(1024 * 1024)}"`;
    expect((await ask("/Users", { method: "POST", body })).status).toBe(413);
  });

  test("a provisioning system creates somebody, and locks them out at once", async ({ expect }) => {
    const created = await ask("/Users", {
      method: "POST",
      body: { userName: "nina@example.com", name: { formatted: "Nina Newman" } },
    });
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({ etag: expect.stringMatching(/^W\//) as string });
    const found = await ask(
      `/Users?filter=${encodeURIComponent('userName eq "nina@example.com"')}`,
    );
    expect(found.json).toMatchObject({
      totalResults: 1,
      Resources: [{ displayName: "Nina Newman" }],
    });
    const member = named("member");
    const gone = await ask(`/Users/${String(member.userId)}`, {
      method: "PATCH",
      body: { Operations: [{ op: "replace", path: "active", value: false }] },
    });
    expect(gone.json).toMatchObject({ active: false });
    const me = await request(product.url, {
      path: "/api/v1/users/me",
      host: member.host,
      headers: { authorization: member.client.authorization },
    });
    expect(me.status).toBe(401);
    const answer = await named("owner").client.get("/audit_log", { operation: "createScimUser" });
    expect(answer["entries"]).toMatchObject([
      { actor: { scim: "Okta" }, request_id: expect.stringMatching(/./) as string },
    ]);
  });

  test("a group of thousands is one request, and comes back whole", async ({ expect }) => {
    const { json } = await ask("/Groups", { method: "POST", body: { displayName: "Everybody" } });
    const { json: all } = await ask("/Users?attributes=id&count=200");
    const members = (all["Resources"] as { id: string }[]).map(({ id: value }) => ({ value }));
    const many = Array.from({ length: 5000 }, (_, at) => members[at % members.length]);
    const path = `/Groups/${String(json["id"])}`;
    const added = await ask(path, {
      method: "PATCH",
      body: { Operations: [{ op: "Add", path: "members", value: many }] },
    });
    expect(added.json["members"]).toHaveLength(members.length);
  });

  test("what leads nowhere, and a wrong method, is refused as SCIM says it", async ({ expect }) => {
    for (const [path, method, status] of [
      ["/Nothing", "GET", 404],
      ["/Users", "DELETE", 405],
      ["/Users", "OPTIONS", 405],
      ["/Me", "GET", 501],
    ] as const) {
      const { json, status: answered } = await ask(path, { method });
      expect([path, answered, json["status"]]).toEqual([path, status, String(status)]);
    }
  });

  test("whoever tries tokens out is refused for a while, also with the right one", async ({
    expect,
  }) => {
    const { people: tried } = await createPeople(product);
    const host = tried[0]?.host ?? "";
    const right = await makeToken(tried.find(({ name }) => name === "owner") ?? named("owner"));
    for (let at = 0; at < 5; at += 1)
      expect((await ask("/Users", { host, authorization: `Bearer wrong${at}` })).status).toBe(401);
    const refused = await ask("/Users", { host, authorization: `Bearer ${right}` });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask("/Users")).status).toBe(200);
  });

  test("a token has the limits of a user, and nobody else's requests count against them", async ({
    expect,
  }) => {
    const { people: busy } = await createPeople(product);
    const owner = busy.find(({ name }) => name === "owner") ?? named("owner");
    const authorization = `Bearer ${await makeToken(owner)}`;
    const { host } = owner;
    for (let at = 0; at < 50; at += 1) {
      const { headers, status } = await ask("/Schemas", { host, authorization });
      expect([status, headers["x-ratelimit-remaining"]]).toEqual([200, String(49 - at)]);
    }
    const { headers, json, status } = await ask("/Schemas", { host, authorization });
    expect([status, json["status"]]).toEqual([429, "429"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    await owner.client.get("/scim_tokens");
    expect((await ask("/Schemas")).status).toBe(200);
  });

  test("a suspended organization is closed for provisioning systems too", async ({ expect }) => {
    const { people: closed } = await createPeople(product);
    const owner = closed.find(({ name }) => name === "owner") ?? named("owner");
    const authorization = `Bearer ${await makeToken(owner)}`;
    const { host } = owner;
    expect((await ask("/Users", { host, authorization })).status).toBe(200);
    const operator = { kind: "service", name: "test" } as const;
    const input = { subdomain: host.split(".")[0] ?? "", reason: "Unpaid" };
    await product.users.call(deactivateRealm, operator, input, { realmId: 0 });
    const { json, status } = await ask("/Users", { host, authorization });
    expect(status).toBe(401);
    expect(json["detail"]).toContain("Unpaid");
  });
});
