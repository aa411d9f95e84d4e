import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { refusedWith, resourcesOf, scim } from "./scim.ts";

const world = useWorld(() => World.create());

type PersonFacts = readonly [address: string, name: string, externalId: string];

const people: readonly [PersonFacts, PersonFacts, PersonFacts] = [
  ["anna@example.com", "Anna Berg", "a1"],
  ["bert@example.com", "Bert Olsen", "b2"],
  ["carl@sub.example.com", "Carl Dahl", "A1"],
];
const ids: string[] = [];

beforeAll(async () => {
  for (const [userName, formatted, externalId] of people) {
    const body = { userName, name: { formatted }, externalId };
    ids.push(String((await scim(world(), "POST /Users", { body })).body["id"]));
  }
  for (const [displayName, members] of [
    ["Team North", ids.slice(0, 2)],
    ["Team South", ids.slice(1)],
    ["Empty", []],
  ] as const) {
    const body = { displayName, members: members.map((value) => ({ value })) };
    await scim(world(), "POST /Groups", { body });
  }
});

const find = async (kind: "Groups" | "Users", filter: string) =>
  resourcesOf(await scim(world(), `GET /${kind}`, { query: { filter, sortBy: "id" } })).map((one) =>
    String(one["userName"] ?? one["displayName"]),
  );

describe("filters (docs/behaviour/scim.md#filters)", () => {
  test.for([
    ["nothing", ""],
    ["half a comparison", "userName eq"],
    ["an operator that there is none of", 'userName is "a"'],
    ["an open parenthesis", '(userName eq "a"'],
    ["an open bracket", 'emails[type eq "work"'],
    ["something behind it", 'userName eq "a") or active eq true'],
    ["an open text", 'userName eq "a'],
    ["a control character", 'userName eq "a\u0001"'],
    ["an attribute that there is none of", 'shoeSize eq "7"'],
    ["what every object has", 'constructor eq "7"'],
    ["what every object has as a list", "constructor[name pr]"],
    ["a part of what every object has", 'constructor.name eq "7"'],
    ["a part of what has none", 'userName[value eq "a"]'],
    ["a text for a boolean", 'active co "t"'],
    ["a number for a text", "userName eq 7"],
    ["a text for a time", 'meta.created gt "yesterday"'],
    ["an order of nothing", "externalId gt null"],
    ["SQL", `userName eq "a' or 1=1 --" or 1`],
    ["over 2000 characters", `userName eq "${"a".repeat(2000)}"`],
    ["over 20 parentheses", `${"(".repeat(21)}active eq true${")".repeat(21)}`],
  ] as const)("a filter with %s is refused", async ([, filter], { expect }) => {
    expect(await scim(world(), "GET /Users", { query: { filter } })).toMatchObject(
      refusedWith(400, "invalidFilter"),
    );
  });

  const [[anna], [bert], [carl]] = people;

  test.for([
    ['userName eq "ANNA@example.com"', [anna]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "anna@example.com"', [anna]],
    ['externalId eq "a1"', [anna]],
    ['externalId pr and externalId ne "a1"', [bert, carl]],
    ['name.familyName sw "be"', [anna]],
    ['name.givenName eq "bert" or displayName ew "dahl"', [bert, carl]],
    ['emails[type eq "work" and value co "@sub."]', [carl]],
    ['emails[type eq "work"].value eq "bert@example.com"', [bert]],
    ['emails eq "bert@example.com"', [bert]],
    ['externalId pr and not (userName co "sub")', [anna, bert]],
    ['externalId pr and (userName gt "b" and userName le "bert@example.com")', [bert]],
    ['externalId pr and meta.created lt "2001-01-01T00:00:00Z"', []],
    ['externalId pr and meta.created ge "2001-01-01T00:00:00Z"', [anna, bert, carl]],
    ['externalId eq null and role eq "moderator"', ["moderator@example.com"]],
    ["active eq false", []],
    ['roles[value eq "guest"]', ["guest@example.com"]],
    [`id eq "ID" or displayName eq "100%"`, [anna]],
    [String.raw`externalId eq "\u0061\u0031"`, [anna]],
  ] as const)("people are found by %s", async ([filter, found], { expect }) => {
    expect(await find("Users", filter.replace("ID", ids[0] ?? ""))).toEqual(found);
  });

  test.for([
    ['displayName eq "team north"', ["Team North"]],
    ['members eq "ANNA"', ["Team North"]],
    ['members[value eq "BERT" and display sw "Bert"]', ["Team North", "Team South"]],
    ['members.value eq "CARL"', ["Team South"]],
    ["not (members pr)", ["Empty"]],
    ['displayName sw "team" and not (members.value eq "ANNA")', ["Team South"]],
  ] as const)("groups are found by %s", async ([filter, found], { expect }) => {
    const named = ["ANNA", "BERT", "CARL"].reduce(
      (text, name, at) => text.replace(name, ids[at] ?? ""),
      filter as string,
    );
    expect(await find("Groups", named)).toEqual(found);
  });

  test("nobody of another organization, no bot and no group of the system is ever found", async ({
    expect,
  }) => {
    const found = await find("Users", "userName pr");
    expect(found).not.toContain(world().acmeOwner.email);
    expect(found).not.toContain(world().people.bot.email);
    expect(await find("Groups", "displayName pr")).toEqual(["Team North", "Team South", "Empty"]);
    const query = { filter: `id eq "${ids[0] ?? ""}"` };
    const elsewhere = await scim(world(), "GET /Users", { query, realmId: world().acme.id });
    expect(elsewhere.body).toMatchObject({ totalResults: 0, Resources: [] });
  });
});

describe("pages (docs/behaviour/scim.md#lists)", () => {
  test.for([
    [{ startIndex: "first" }, "invalidValue"],
    [{ count: "1.5" }, "invalidValue"],
    [{ sortBy: "shoeSize" }, "invalidValue"],
    [{ sortBy: "constructor" }, "invalidValue"],
    [{ sortBy: "userName", sortOrder: "random" }, "invalidValue"],
    [{ attributes: "id", excludedAttributes: "name" }, "invalidValue"],
  ] as const)("a list with %o is refused", async ([query, scimType], { expect }) => {
    expect(await scim(world(), "GET /Users", { query })).toMatchObject(refusedWith(400, scimType));
  });

  test("pages go on where the one before ended, in the order that is wanted", async ({
    expect,
  }) => {
    const page = async (startIndex: string, more: Record<string, string> = {}) => {
      const query = {
        filter: "externalId pr",
        count: "2",
        startIndex,
        sortBy: "userName",
        ...more,
      };
      const { body } = await scim(world(), "GET /Users", { query });
      const names = (body["Resources"] as { userName: string }[]).map(({ userName }) => userName);
      return [body["totalResults"], body["startIndex"], body["itemsPerPage"], names];
    };
    const [[anna], [bert], [carl]] = people;
    await expect(page("1")).resolves.toEqual([3, 1, 2, [anna, bert]]);
    await expect(page("3")).resolves.toEqual([3, 3, 1, [carl]]);
    await expect(page("9")).resolves.toEqual([3, 9, 0, []]);
    await expect(page("-4", { sortOrder: "descending" })).resolves.toEqual([3, 1, 2, [carl, bert]]);
    await expect(page("1", { count: "0" })).resolves.toEqual([3, 1, 0, []]);
    await expect(page("1", { count: "9999" })).resolves.toEqual([3, 1, 3, [anna, bert, carl]]);
  });

  test("an answer has the attributes that are wanted, and always the id", async ({ expect }) => {
    const id = ids[0] ?? "";
    const get = async (query: Record<string, string>) =>
      (await scim(world(), `GET /Users/${id}`, { query })).body;
    const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];
    await expect(get({ attributes: "userName,name.familyName,emails.value" })).resolves.toEqual({
      schemas,
      id,
      userName: "anna@example.com",
      name: { familyName: "Berg" },
      emails: [{ value: "anna@example.com" }],
    });
    const rest = await get({ excludedAttributes: "META, name, emails, id" });
    expect(Object.keys(rest)).toEqual([
      "schemas",
      "id",
      "externalId",
      "userName",
      "displayName",
      "active",
      "role",
      "roles",
    ]);
    const query = { excludedAttributes: "members" };
    for (const group of resourcesOf(await scim(world(), "GET /Groups", { query })))
      expect(group).not.toHaveProperty("members");
  });
});

describe("requests (docs/behaviour/scim.md#requests)", () => {
  test("what leads to nothing is 404, a wrong method 405, and what is not supported 501", async ({
    expect,
  }) => {
    for (const [request, status] of [
      ["GET /", 404],
      ["GET /Users/", 404],
      ["GET /Users/anna", 404],
      ["GET /Schemas/nothing", 404],
      ["GET /Schemas/%zz", 404],
      ["DELETE /Users", 405],
      ["POST /ServiceProviderConfig", 405],
      ["GET /Me", 501],
      ["POST /Bulk", 501],
      ["POST /Users/.search", 501],
    ] as const)
      expect(await scim(world(), request)).toMatchObject(refusedWith(status));
    const query = { filter: 'id eq "User"' };
    expect(await scim(world(), "GET /Schemas", { query })).toMatchObject(refusedWith(403));
  });

  test.for([
    ["PUT", "{", "invalidSyntax"],
    ["PUT", "[]", "invalidSyntax"],
    ["PATCH", {}, "invalidSyntax"],
    ["PATCH", { Operations: [] }, "invalidSyntax"],
    ["PATCH", { Operations: [{ op: "move", path: "active" }] }, "invalidSyntax"],
    ["PATCH", { Operations: [{ op: "remove" }] }, "noTarget"],
    ["PATCH", { Operations: [{ op: "add", value: "x" }] }, "invalidValue"],
    ["PATCH", { Operations: [{ op: "add", path: "name..", value: "x" }] }, "invalidPath"],
    ["PATCH", { Operations: [{ op: "add", path: "a[b]", value: "x" }] }, "invalidFilter"],
    ["PATCH", { Operations: [{ op: "add", path: "active", value: "perhaps" }] }, "invalidValue"],
    ["PATCH", { Operations: [{ op: "add", path: "name", value: "Ann" }] }, "invalidValue"],
    ["PATCH", { Operations: [{ op: "add", path: "externalId", value: "\u0000" }] }, "invalidValue"],
    [
      "PATCH",
      { Operations: [{ op: "add", path: "externalId", value: "x".repeat(1001) }] },
      "invalidValue",
    ],
    ["PATCH", { Operations: Array.from({ length: 1001 }, () => ({ op: "add" })) }, "invalidValue"],
  ] as const)("a %s with %j is refused", async ([method, body, scimType], { expect }) => {
    expect(await scim(world(), `${method} /Users/${ids[0] ?? ""}`, { body })).toMatchObject(
      refusedWith(400, scimType),
    );
  });

  test("clients read what there is, with the most resources of an answer", async ({ expect }) => {
    const { body } = await scim(world(), "GET /ServiceProviderConfig");
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
    });
    const types = resourcesOf(await scim(world(), "GET /ResourceTypes"));
    expect(types.map(({ endpoint }) => endpoint)).toEqual(["/Users", "/Groups"]);
    for (const schema of resourcesOf(await scim(world(), "GET /Schemas"))) {
      const one = await scim(world(), `GET /Schemas/${String(schema["id"])}`);
      expect(one.body).toEqual(schema);
      const encoded = encodeURIComponent(String(schema["id"]));
      expect((await scim(world(), `GET /Schemas/${encoded}`)).body).toEqual(schema);
    }
    expect((await scim(world(), "GET /ResourceTypes/User")).body).toEqual(types[0]);
  });
});
