import { Secret } from "@team-chat/config";
import {
  type Organization,
  type OrganizationAddress,
  getAuthState,
  getUsersState,
  updateSettings,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";

import { type Asked, askOperator, operatorKeys } from "../ask-operator.ts";
import { World } from "../world.ts";
import { startDnsServer } from "./dns-server.ts";

const dns = await startDnsServer();
afterAll(() => dns[Symbol.asyncDispose]());

const world = useWorld(() =>
  World.create({
    OPERATOR_KEYS: operatorKeys,
    DNS_SERVERS: [dns.address],
    JWT_AUTH_KEYS: new Secret('{"vouched": {"key": "k", "algorithms": ["HS256"]}}'),
  }),
);

const post = (id: number, what: string, body: object = {}): Promise<Answer> =>
  askOperator(world(), `/organizations/${id}/${what}`, { body, key: "write" });

type Answer = Awaited<ReturnType<typeof askOperator>>;

async function create(subdomain: string): Promise<Organization> {
  const owner = {
    email: `boss@${subdomain}.example`,
    full_name: "The Boss",
    can_create_users: true,
  };
  const body = { subdomain, name: "Fresh", owner };
  const { answer } = await askOperator(world(), "/organizations", { body });
  return answer["organization"] as Organization;
}

async function addressesOf(id: number): Promise<readonly OrganizationAddress[]> {
  const { answer } = await askOperator(world(), `/organizations/${id}/addresses`, { key: "read" });
  return answer["addresses"] as OrganizationAddress[];
}

/** Returns the organization to which a host leads, as a gateway is told. */
async function ledTo(host: string): Promise<{ id: number; url: string } | null> {
  const state = await world().call(getAuthState, { host, since: 0 });
  return state.known ? { id: state.realm.id, url: state.realm.url } : null;
}

const refusal = ({ answer, status }: Answer) => [status, answer["msg"]];

describe("renaming an organization (docs/hosting.md#addresses)", () => {
  test("a name that is none, reserved or somebody's is refused, and so is an organization that is none", async ({
    expect,
  }) => {
    const { id } = await create("one");
    await create("two");
    const rename = (subdomain: string) => post(id, "rename", { subdomain });
    for (const wrong of ["-a", "A", "a.b", "x".repeat(64), "a\0"])
      expect((await rename(wrong)).status, wrong).toBe(400);
    expect(refusal(await rename("www"))).toEqual([400, "The subdomain 'www' is reserved."]);
    expect(refusal(await rename("two"))).toEqual([400, "The subdomain 'two' is taken."]);
    expect((await post(999_999, "rename", { subdomain: "free" })).status).toBe(404);
    const read = { body: { subdomain: "free" }, key: "read" } satisfies Asked;
    expect((await askOperator(world(), `/organizations/${id}/rename`, read)).status).toBe(403);
  });

  test("one that the configuration names is not renamed before it has the new name, too", async ({
    expect,
  }) => {
    const { id } = await create("vouched");
    expect(refusal(await post(id, "rename", { subdomain: "unvouched" }))).toEqual([
      400,
      "JWT_AUTH_KEYS names the organization 'vouched': add 'unvouched' there first.",
    ]);
  });

  test("the new name and the one before lead to it, and nobody else gets either", async ({
    expect,
  }) => {
    const { id } = await create("before");
    const { answer } = await post(id, "rename", { subdomain: "after" });
    expect(answer["organization"]).toMatchObject({
      subdomain: "after",
      url: "http://after.localhost:9991",
    });
    const found = { id, url: "http://after.localhost:9991" };
    for (const host of ["after.localhost:9991", "before.localhost:9991", "before.localhost"])
      expect(await ledTo(host), host).toEqual(found);
    for (const subdomain of ["before", "after"]) {
      const body = { subdomain, name: "Other", owner: { email: "a@b.example", full_name: "Ann" } };
      expect(refusal(await askOperator(world(), "/organizations", { body }))).toEqual([
        400,
        `The subdomain '${subdomain}' is taken.`,
      ]);
    }
    const other = await create("other");
    expect(refusal(await post(other.id, "rename", { subdomain: "before" }))).toEqual([
      400,
      "The subdomain 'before' is taken.",
    ]);
  });

  test("everybody has an API e-mail address of the new name, and all queues end", async ({
    expect,
  }) => {
    const { acme, acmeOwner } = world();
    const hidden = { email_address_visibility: 5 };
    await world().request(acmeOwner.identity, updateSettings, hidden);
    const known = await world().call(getUsersState, { realmId: acme.id, since: 0 });
    const emails = ({ users }: typeof known) => users.map(({ email }) => email);
    await world().events();
    await post(acme.id, "rename", { subdomain: "posted" });
    expect((await world().events()).map(({ audience, event }) => [audience, event])).toEqual([
      [{ to: "users", ids: [] }, { type: "address_changed" }],
    ]);
    const asked = { realmId: acme.id, since: known.version };
    const changed = await world().call(getUsersState, asked);
    const named = { subdomain: "posted", hostname: "posted.localhost" };
    expect(changed.realm).toMatchObject(named);
    expect(emails(changed)).toEqual(
      emails(known).map((email) => email.replace("@acme.localhost", "@posted.localhost")),
    );
    const { id: ownerId } = acmeOwner;
    expect(emails(changed)).toContain(`user${String(ownerId)}@posted.localhost`);
    const { version } = changed;
    const later = await world().call(getUsersState, { realmId: acme.id, since: version });
    expect(later).toEqual({ version, realm: null, users: [], groups: [] });
  });

  test("what is repeated changes nothing, and an organization may have its earlier name again", async ({
    expect,
  }) => {
    const { id } = await create("there");
    await post(id, "rename", { subdomain: "away" });
    await world().events();
    await post(id, "rename", { subdomain: "away" });
    expect(await world().events()).toEqual([]);
    await post(id, "rename", { subdomain: "there" });
    expect(await addressesOf(id)).toMatchObject([
      { address: "there", state: "main", record: null },
      { address: "away", state: "other", record: null },
    ]);
  });

  test("the organization of the root domain may have a name, and the root domain then leads to it", async ({
    expect,
  }) => {
    const { id } = world().realm;
    await post(id, "rename", { subdomain: "acorn" });
    expect(await ledTo("localhost:9991")).toEqual({ id, url: "http://acorn.localhost:9991" });
    expect(await addressesOf(id)).toMatchObject([
      { address: "acorn", url: "http://acorn.localhost:9991", state: "main" },
      { address: "", url: "http://localhost:9991", state: "other" },
    ]);
    await post(id, "rename", { subdomain: "" });
    expect(await ledTo("localhost:9991")).toEqual({ id, url: "http://localhost:9991" });
  });

  test("an earlier name that was removed leads nowhere, and others may have it", async ({
    expect,
  }) => {
    const { id } = await create("kept");
    await post(id, "rename", { subdomain: "new-name" });
    expect(refusal(await post(id, "addresses/remove", { address: "new-name" }))).toEqual([
      400,
      "An organization always has its subdomain: it can be renamed.",
    ]);
    expect(refusal(await post(id, "addresses/remove", { address: "nobodys" }))).toEqual([
      400,
      "The organization has no address 'nobodys'.",
    ]);
    await post(id, "addresses/remove", { address: "kept" });
    expect(await ledTo("kept.localhost")).toBeNull();
    const other = await create("kept");
    expect(await ledTo("kept.localhost")).toMatchObject({ id: other.id });
  });

  test("an organization has at most twenty addresses besides its subdomain", async ({ expect }) => {
    const { id } = await create("many");
    for (let n = 0; n < 20; n += 1)
      await post(id, "addresses", { domain: `chat${String(n)}.many.example` });
    const full = "An organization has at most 20 other addresses: remove one first.";
    const asked = { domain: "chat.many.example" };
    expect(refusal(await post(id, "addresses", asked))).toEqual([400, full]);
    expect(refusal(await post(id, "rename", { subdomain: "more" }))).toEqual([400, full]);
    expect(await ledTo("many.localhost")).toMatchObject({ id });
  });
});

describe("domains of an organization's own (docs/hosting.md#addresses)", () => {
  test("what is no domain, or is below the installation's own, is refused", async ({ expect }) => {
    const { id } = await create("dotted");
    for (const domain of ["plain", "10.0.0.1", "a..b", "http://a.b", "a.b:80", "a b.c", ""])
      expect((await post(id, "addresses", { domain })).answer["msg"], domain).toBe(
        `'${domain}' is no domain: one is a host name with a dot, without port and path.`,
      );
    expect(refusal(await post(id, "addresses", { domain: "chat.localhost" }))).toEqual([
      400,
      "'chat.localhost' is below this installation's own domain: rename the organization.",
    ]);
    for (const [what, body] of [
      ["prove", { domain: "none.example" }],
      ["main", { address: "none.example" }],
    ] as const)
      expect(refusal(await post(id, `addresses/${what}`, body)), what).toEqual([
        400,
        "The organization has no address 'none.example'.",
      ]);
  });

  test("a domain leads to the organization once its owner says so in the DNS", async ({
    expect,
  }) => {
    const { id } = await create("proven");
    const domain = "chat.proven.example";
    await post(id, "addresses", { domain: "Chat.Proven.example" });
    const [, added] = await addressesOf(id);
    expect(added).toMatchObject({ address: domain, state: "unproven" });
    const { name = "", value = "" } = added?.record ?? {};
    expect([added?.record?.type, name]).toEqual(["TXT", `_team-chat.${domain}`]);
    const missing = `'${name}' has no TXT record '${value}': `;
    const prove = () => post(id, "addresses/prove", { domain });
    expect(refusal(await prove())).toEqual([400, `${missing}it has none.`]);
    dns.texts.set(name, [["something else"]]);
    expect(refusal(await prove())).toEqual([400, `${missing}it has 1 other.`]);
    expect(await ledTo(domain)).toBeNull();
    const unproven = await post(id, "addresses/main", { address: domain });
    expect(refusal(unproven)).toEqual([400, `'${domain}' leads nowhere before it is proven.`]);
    dns.texts.set(name, [["something else"], [value.slice(0, 9), value.slice(9)]]);
    expect((await prove()).status).toBe(200);
    const url = "http://proven.localhost:9991";
    expect(await ledTo(`${domain}:9991`)).toEqual({ id, url });
    expect((await addressesOf(id))[1]).toMatchObject({ state: "other", record: null });
  });

  test("one that leads to an organization leads to no other one", async ({ expect }) => {
    const [first, second] = [await create("first"), await create("second")];
    const domain = "chat.shared.example";
    for (const { id } of [first, second]) await post(id, "addresses", { domain });
    const records = [first, second].map(async ({ id }) => (await addressesOf(id))[1]?.record);
    const values = (await Promise.all(records)).map((record) => [record?.value ?? ""]);
    dns.texts.set(`_team-chat.${domain}`, values);
    await post(first.id, "addresses/prove", { domain });
    expect(refusal(await post(second.id, "addresses/prove", { domain }))).toEqual([
      400,
      `'${domain}' leads to another organization.`,
    ]);
    expect(await ledTo(domain)).toMatchObject({ id: first.id });
  });

  test("the main address is what clients are told, while API e-mail addresses stay", async ({
    expect,
  }) => {
    const { id } = await create("chosen");
    const domain = "chat.chosen.example";
    await post(id, "addresses", { domain });
    const [, added] = await addressesOf(id);
    dns.texts.set(`_team-chat.${domain}`, [[added?.record?.value ?? ""]]);
    await post(id, "addresses/prove", { domain });
    await world().events();
    const known = await world().call(getUsersState, { realmId: id, since: 0 });
    await post(id, "addresses/main", { address: domain });
    expect((await world().events()).map(({ event }) => event)).toEqual([
      { type: "address_changed" },
    ]);
    const url = `http://${domain}:9991`;
    for (const host of [domain, "chosen.localhost"]) expect(await ledTo(host)).toEqual({ id, url });
    const state = await world().call(getUsersState, { realmId: id, since: known.version });
    expect(state).toMatchObject({ realm: { url, hostname: "chosen.localhost" }, users: [] });
    expect(refusal(await post(id, "addresses/remove", { address: domain }))).toEqual([
      400,
      `'${domain}' is the main address: choose another one first.`,
    ]);
    await post(id, "addresses/main", { address: "chosen" });
    await post(id, "addresses/remove", { address: domain });
    expect(await ledTo(domain)).toBeNull();
    expect(await ledTo("chosen.localhost")).toEqual({ id, url: "http://chosen.localhost:9991" });
  });

  test("a DNS that does not answer changes nothing, and says to try later", async ({ expect }) => {
    const stopped = await startDnsServer();
    await stopped[Symbol.asyncDispose]();
    await using other = await World.create({
      OPERATOR_KEYS: operatorKeys,
      DNS_SERVERS: [stopped.address],
    });
    const path = `/organizations/${other.realm.id}/addresses`;
    const body = { domain: "chat.silent.example" };
    await askOperator(other, path, { body });
    const { answer, status } = await askOperator(other, `${path}/prove`, { body });
    expect([status, answer["code"]]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(answer["msg"]).toContain("_team-chat.chat.silent.example");
  });
});
