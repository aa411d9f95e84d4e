import path from "node:path";

import {
  checkApiKey,
  createUser,
  fetchApiKey,
  getUsersState,
  listRealms,
  listSubscriptions,
} from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { afterAll, beforeAll, describe, test } from "vitest";

import { demoPassword } from "../src/index.ts";
import { type Stack, startStack } from "./stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

const operator: Identity = { kind: "service", name: "test" };

async function load(subdomain: string) {
  const { realms } = await stack.users.call(listRealms, operator, {}, { realmId: 0 });
  const found = realms.find((realm) => realm.subdomain === subdomain);
  if (found === undefined) throw new Error(`There is no organization ${subdomain}.`);
  const { id, url } = found;
  const state = await stack.users.call(
    getUsersState,
    operator,
    { realmId: id, since: 0 },
    { realmId: id },
  );
  return { ...state, realm: { id, subdomain, url } };
}

type Loaded = Awaited<ReturnType<typeof load>>;

async function channelsOf({ realm, users }: Loaded, email: string): Promise<string[]> {
  const user = users.find((one) => one.email === email);
  if (user === undefined) throw new Error(`There is no ${email}.`);
  const { id: userId, role, isBot } = user;
  const identity: Identity = {
    kind: "user",
    realm,
    userId,
    role,
    isBot,
    client: "test",
    usersVersion: 0,
  };
  const answer = await stack.channels.request(
    listSubscriptions,
    identity,
    {},
    { realmId: realm.id },
  );
  return answer.subscriptions.map(({ name }) => name);
}

describe("the command line", () => {
  test("the command line is refused when it makes no sense", async ({ expect }) => {
    await expect(stack.realm("destroy")).rejects.toThrow("There is no command 'destroy'.");
    await expect(stack.realm("create", "--subdomain", "x")).rejects.toThrow(
      "--owner-email is missing.",
    );
    for (const [given, message] of [
      [["--plan", "golden"], "--plan: there is no plan 'golden'"],
      [["--requests-per-second", "0"], "--requests-per-second: '0' cannot be this limit."],
      [["--weight", "none"], "--weight: 'none' cannot be this limit."],
    ] as const)
      await expect(stack.realm("plan", "x", ...given)).rejects.toThrow(message);
    await expect(stack.realm("rotate-key", "x")).rejects.toThrow(
      "takes a subdomain and an address",
    );
    await expect(stack.realm("sign-in")).rejects.toThrow("sign-in takes one subdomain.");
    await expect(stack.realm("sign-in", "x", "--providers", "nowhere")).rejects.toThrow(
      "There is no organization 'x'.",
    );
    await expect(stack.realm("usage")).rejects.toThrow("usage takes one subdomain.");
    await expect(stack.realm("export", "x")).rejects.toThrow("export needs --to");
    await expect(stack.realm("export", "x", "--to", "f")).rejects.toThrow("organization 'x'");
    await expect(stack.realm("suspend", "nobody")).rejects.toThrow(
      "There is no organization 'nobody'.",
    );
    const owner = ["--owner-email", "a@b.c", "--owner-name", "An Owner", "--password", "secret"];
    const shown = ["create", "--subdomain", "x", "--name", "X", ...owner];
    await expect(stack.realm(...shown)).rejects.toThrow("not taken from the command line");
  });
});

describe("demo", () => {
  test("the demo has its organizations, beside the bots of the server", async ({ expect }) => {
    expect(await stack.realm("list")).toBe("There is no organization yet.");
    await stack.realm("demo");
    const root = await load("");
    const accounts = root.users.filter(({ isSystemBot }) => !isSystemBot);
    expect(accounts.map(({ email, role, botType }) => [email, role, botType])).toEqual([
      ["owner@example.com", 100, null],
      ["admin@example.com", 200, null],
      ["moderator@example.com", 300, null],
      ["member@example.com", 400, null],
      ["member2@example.com", 400, null],
      ["guest@example.com", 600, null],
      ["echo-bot@example.com", 400, 1],
    ]);
    expect(root.users.at(-1)).toMatchObject({
      botOwnerId: accounts[3]?.id,
      webhook: { url: "http://127.0.0.1:9106/", interface: 1 },
    });
    const acme = await load("acme");
    expect(acme.users.filter(({ isSystemBot }) => !isSystemBot)).toMatchObject([
      { email: "owner@acme.example" },
      { email: "member@acme.example" },
    ]);
  });

  test("the demo subscribes everybody where they belong", async ({ expect }) => {
    const root = await load("");
    expect(await channelsOf(root, "owner@example.com")).toEqual([
      "engineering",
      "general",
      "leadership",
    ]);
    expect(await channelsOf(root, "member@example.com")).toEqual(["engineering", "general"]);
    expect(await channelsOf(root, "guest@example.com")).toEqual([]);
  });

  test("the demo lets everybody log in with the password", async ({ expect }) => {
    const { realm } = await load("acme");
    const params = { username: "member@acme.example", password: demoPassword };
    const anonymous: Identity = { kind: "anonymous", realm, client: "test" };
    const key = await stack.users.request(fetchApiKey, anonymous, params, { realmId: realm.id });
    expect(key.email).toBe("member@acme.example");
  });

  test("the demo changes nothing when it is made again", async ({ expect }) => {
    const before = [await load(""), await load("acme")];
    await stack.realm("demo");
    expect([await load(""), await load("acme")]).toEqual(before);
  });
});

describe("the command that creates an organization", () => {
  const given = {
    "--subdomain": "made",
    "--name": "Made",
    "--owner-email": "boss@made.example",
    "--owner-name": "The Boss",
  };
  const create = (change: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
    stack.realm("create", ...Object.entries({ ...given, ...change }).flat(), ...flags);

  /** Has the owner of an organization create an account by the API. */
  async function createAccount(subdomain: string) {
    const { realm, users } = await load(subdomain);
    const owner = users.find(({ email }) => email === "boss@made.example");
    const identity: Identity = {
      kind: "user",
      realm,
      userId: owner?.id ?? 0,
      role: 100,
      isBot: false,
      client: "test",
      usersVersion: 0,
    };
    const account = {
      email: "one@made.example",
      full_name: "Number One",
      password: "correct-horse-battery",
    };
    return await stack.users.request(createUser, identity, account, { realmId: realm.id });
  }

  test("creating an organization refuses what is wrong by the name of the option, and creates nothing", async ({
    expect,
  }) => {
    const before = await stack.realm("list");
    const cases: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [{ "--subdomain": "A B" }, "--subdomain: 'A B' cannot be a subdomain"],
      [{ "--subdomain": "a-" }, "--subdomain: 'a-' cannot be a subdomain"],
      [{ "--subdomain": "www" }, "--subdomain: The subdomain 'www' is reserved. --allow-reserved"],
      [{ "--name": " " }, "--name: A name has 1 to 40 characters."],
      [{ "--name": "x".repeat(41) }, "--name: A name has 1 to 40 characters."],
      [{ "--owner-email": "nobody" }, "--owner-email: 'nobody' is not an e-mail address."],
      [{ "--owner-name": "B" }, "--owner-name: Name too short!"],
    ];
    for (const [change, message] of cases)
      await expect(create(change), message).rejects.toThrow(message);
    expect(await stack.realm("list")).toBe(before);
  });

  test("creating an organization prints the owner's key, which works, and how people are invited with it", async ({
    expect,
  }) => {
    const output = await create({});
    const key = /^API key of the owner: (\w{32})$/m.exec(output)?.[1] ?? "";
    expect(output).toContain(`-u 'boss@made.example:${key}' -d invite_expires_in_minutes=`);
    expect(output).not.toContain("full_name=");
    const { realm } = await load("made");
    const identity: Identity = { kind: "service", name: "test" };
    const credentials = { realmId: realm.id, email: "boss@made.example", apiKey: key };
    const options = { realmId: realm.id };
    await expect(
      stack.users.call(checkApiKey, identity, credentials, options),
    ).resolves.toMatchObject({ valid: true, role: 100 });
  });

  test("creating an organization lets the owner create accounts, and takes a reserved subdomain, when told so", async ({
    expect,
  }) => {
    const output = await create(
      { "--subdomain": "mail" },
      "--allow-reserved",
      "--can-create-users",
    );
    expect(output).toMatch(/curl -s \S+\/api\/v1\/users .* -d full_name=/);
    await expect(createAccount("mail")).resolves.toMatchObject({ user_id: expect.any(Number) });
    await expect(createAccount("made")).rejects.toThrow("User not authorized to create users");
  });
});

describe("organizations by hand", () => {
  test("organizations are created, listed and closed by hand, and show keys only when asked", async ({
    expect,
  }) => {
    const args = [
      "--name",
      "New Co",
      "--owner-email",
      "boss@new.example",
      "--owner-name",
      "The Boss",
    ];
    expect(await stack.realm("create", "--subdomain", "new", ...args, "--hide-key")).toMatch(
      /^Created http:\/\/new\.localhost:9991 with owner boss@new\.example\.\n\nNext, invite people/,
    );
    await expect(stack.realm("create", "--subdomain", "new", ...args)).rejects.toThrow(
      "--subdomain: The subdomain 'new' is taken.",
    );
    await expect(stack.realm("reset-link", "new")).rejects.toThrow("takes a subdomain");
    expect(await stack.realm("reset-link", "new", "boss@new.example")).toMatch(
      /\/accounts\/password\/reset\/\w{32}\n?$/,
    );
    for (const one of ["reset-second-factors", "rotate-key"])
      expect(await stack.realm(one, "new", "boss@new.example")).not.toContain("API key");
    expect(await stack.realm("rotate-key", "new", "boss@new.example", "--show-key")).toMatch(
      /API key: \w{32}$/,
    );
    const changes = ["--plan", "limited", "--concurrent-requests", "none", "--force"];
    expect(await stack.realm("plan", "new", ...changes)).toMatch(
      /^The organization 'new' has the plan limited:\n {2}requests per second\t20\n {2}concurrent requests\tno limit\n {2}processor ms per second\t200\n {2}database ms per second\t400\n {2}weight\t1\n {2}people\t50\n/,
    );
    await expect(stack.realm("plan", "new", "--people", "0")).rejects.toThrow(
      "limit of 0 people, of which it has 1",
    );
    expect(await stack.realm("plan", "new", "--people", "0", "--force")).toContain("people\t0\n");
    // Nothing stands in the place of messages here.
    await expect(stack.realm("usage", "new", "--csv")).rejects.toThrow(
      "The messages service does not answer.",
    );
    await expect(stack.realm("sign-in", "new", "--off", "Email")).rejects.toThrow(
      "At least one authentication method must be enabled.",
    );
    const fileOf = (name: string) => path.join(import.meta.dirname, `${name}.json`);
    const directory = ["--directory", fileOf("directory")];
    expect(await stack.realm("sign-in", "new", ...directory)).toContain("LDAP\ton\n  directory");
    expect(await stack.realm("sync-directory", "new", "--dry-run")).toMatch(
      /: failed: .* \(0 people/,
    );
    const given = ["--providers", fileOf("providers"), "--no-directory", "--off", "Email"];
    expect(await stack.realm("sign-in", "new", ...given)).toBe(
      [
        "People log in to the organization 'new' with:",
        "  Email\toff",
        "  OpenID Connect\ton",
        "  provider company\tNew Co\thttps://sso.example.com/realms/new",
      ].join("\n"),
    );
    await stack.realm("suspend", "new", "--reason", "Unpaid");
    expect(await stack.realm("list")).toMatch(
      /new\.localhost:9991\tNew Co\tlimited\t1 active\tsuspended$/,
    );
    await stack.realm("reactivate", "new");
    const done = (await stack.realm("actions")).split("\n").slice(-2);
    expect(done.map((line) => line.split("\t").slice(1))).toMatchObject([
      ["test", "suspendOrganization", expect.any(String), '{"reason":"Unpaid"}'],
      ["test", "reactivateOrganization", expect.any(String), "{}"],
    ]);
    expect(await stack.realm("list")).toMatch(/new\.localhost:9991\tNew Co\tlimited\t1 active$/);
  });
});
