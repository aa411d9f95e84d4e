import { setImmediate } from "node:timers/promises";

import {
  addLinkifier,
  createSavedSnippet,
  createUserGroup,
  parseSections,
  regenerateOwnKey,
  registerOperations,
  updateOwnStatus,
  updateRealm,
  updateUser,
} from "@team-chat/contract";
import { parseSnapshot, snapshotSees } from "@team-chat/pg";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { registerSections } from "./register-sections.ts";

const world = useWorld(() => World.create());

interface Data {
  readonly realm_users: readonly { readonly user_id: number; readonly full_name: string }[];
  readonly realm_bots: readonly { readonly full_name: string; readonly api_key: string }[];
  readonly realm_linkifiers: readonly object[];
  readonly realm_user_groups: readonly { readonly name: string }[];
  readonly realm_description: string;
  readonly saved_snippets: readonly object[];
  readonly user_status: Readonly<Record<string, { readonly status_text: string }>>;
}

/** Things of which there is a first, a second, …; how many of them the initial data of Alice know. */
const counters = {
  realm: ({ realm_description: text }: Data) => numberIn(text),
  account: (data: Data) => {
    const { id } = world().people.alice;
    return numberIn(data.realm_users.find((user) => user.user_id === id)?.full_name);
  },
  group: (data: Data) =>
    data.realm_user_groups.filter(({ name }) => name.startsWith("numbered")).length,
  list: (data: Data) => data.realm_linkifiers.length,
  status: (data: Data) => numberIn(data.user_status[world().people.alice.id]?.status_text),
  personal: (data: Data) => data.saved_snippets.length,
};
type Kind = keyof typeof counters;
const kinds = Object.keys(counters) as Kind[];

function numberIn(text = ""): number {
  return Number(/ (\d+)$/.exec(text)?.[1] ?? 0);
}

/** Makes the next of a kind at a process. */
async function change(users: ServiceClient, kind: Kind, number: number): Promise<void> {
  const { people, realm } = world();
  const at = { realmId: realm.id };
  const { identity: owner } = people.owner;
  const { id, identity: alice } = people.alice;
  const name = `numbered ${number}`;
  if (kind === "realm") await users.request(updateRealm, owner, { description: name }, at);
  if (kind === "account")
    await users.request(updateUser, owner, { user_id: id, full_name: name }, at);
  if (kind === "group")
    await users.request(createUserGroup, owner, { name, description: "", members: [] }, at);
  const linkifier = { pattern: `#${number}-(?P<id>[0-9]+)`, url_template: "https://x.test/{id}" };
  if (kind === "list") await users.request(addLinkifier, owner, linkifier, at);
  if (kind === "status") await users.request(updateOwnStatus, alice, { status_text: name }, at);
  if (kind === "personal")
    await users.request(createSavedSnippet, alice, { title: name, content: name }, at);
}

async function registered(users: ServiceClient) {
  const { people, realm } = world();
  const answer = await users.call(
    registerOperations.users,
    people.alice.identity,
    {
      fetch: null,
      clientGravatar: true,
      includeSubscribers: "false",
      slimPresence: true,
      presenceHistoryLimitDays: 14,
      capabilities: { linkifier_url_template: true },
    },
    { realmId: realm.id },
  );
  return {
    snapshot: parseSnapshot(answer.snapshot),
    data: parseSections(answer) as unknown as Data,
  };
}

const eventKinds: Readonly<Record<string, Kind>> = {
  realm: "realm",
  realm_user: "account",
  user_group: "group",
  realm_linkifiers: "list",
  user_status: "status",
  saved_snippets: "personal",
};

/** The transactions that made the things of each kind, in order. */
async function transactions(): Promise<Readonly<Record<Kind, readonly bigint[]>>> {
  const made = Object.fromEntries(kinds.map((kind) => [kind, [] as bigint[]]));
  for (const { events, xid } of await world().bundles()) {
    const kind = eventKinds[events[0]?.event.type ?? ""];
    if (kind !== undefined) made[kind]?.push(BigInt(xid));
  }
  return made as Record<Kind, bigint[]>;
}

describe("initial data with two processes (docs/subsystems/events.md)", () => {
  test("every section is exactly what its snapshot sees, whoever wrote and whatever is kept", async ({
    expect,
  }) => {
    const processes = [world().users, await world().addProcess()];
    await world().bundles();
    const answers: Awaited<ReturnType<typeof registered>>[] = [];
    const writing = new AbortController();
    const reading = processes.map(async (users) => {
      // Both keep what they read before the first change, and read on while others write.
      do {
        answers.push(...(await Promise.all([registered(users), registered(users)])));
        await setImmediate();
      } while (!writing.signal.aborted);
    });
    for (let number = 1; number <= 4; number += 1) {
      for (const [index, kind] of kinds.entries()) {
        const users = processes[(number + index) % 2];
        if (users !== undefined) await change(users, kind, number);
      }
      // Four answers may be under way, so that one of five was asked for after these changes.
      const answered = answers.length;
      while (answers.length < answered + 5) await setImmediate();
    }
    writing.abort();
    await Promise.all(reading);
    for (const users of processes) answers.push(await registered(users));
    const made = await transactions();
    for (const kind of kinds) expect(made[kind], kind).toHaveLength(4);
    for (const { data, snapshot } of answers) {
      for (const kind of kinds) {
        const seen = made[kind].filter((xid) => snapshotSees(snapshot, xid)).length;
        expect(counters[kind](data), kind).toBe(seen);
      }
    }
    // It was not all before the first change or after the last.
    expect(new Set(answers.map(({ data }) => counters.account(data))).size).toBeGreaterThan(2);
  });

  test("initial data are everybody's own when many register at the same time", async ({
    expect,
  }) => {
    const { people } = world();
    const names = ["owner", "alice", "guest", "bot"] as const;
    for (const name of ["owner", "alice"] as const)
      await world().request(name, createSavedSnippet, { title: name, content: "own" });
    const own = async (name: (typeof names)[number]) => {
      const data = await registerSections(world(), name, { fetch: null });
      expect(data["user_id"]).toBe(people[name].id);
      const { presences: _presences, server_timestamp: _moment, ...lasting } = data;
      return lasting;
    };
    const alone = [];
    for (const name of names) alone.push(await own(name));
    expect(await Promise.all(names.map(own))).toEqual(alone);
  });

  test("initial data for a key that is limited have no bots with their keys (docs/behaviour/keys.md#scopes)", async ({
    expect,
  }) => {
    const { identity } = world().people.alice;
    const botsFor = async (isLimited: boolean) => {
      const asked = { ...identity, key: { id: 1, isLimited } };
      return (await registerSections(world(), asked, { fetch: ["realm_bot"] }))["realm_bots"];
    };
    expect(await botsFor(true)).toEqual([]);
    expect(await botsFor(false)).toMatchObject([{ api_key: world().people.bot.apiKey }]);
  });

  test("initial data have the newest key of a bot, whichever process made it", async ({
    expect,
  }) => {
    const other = await world().addProcess();
    const { bot } = world().people;
    const at = { realmId: world().realm.id };
    for (const [writer, reader] of [
      [world().users, other],
      [other, world().users],
    ] as const) {
      await registered(reader);
      const { api_key: key } = await writer.request(regenerateOwnKey, bot.identity, {}, at);
      const { data } = await registered(reader);
      expect(data.realm_bots.map((one) => one.api_key)).toEqual([key]);
    }
  });
});
