import { gzipSync } from "node:zlib";

import { applyDelta, type Delta, knownOf } from "@team-chat/delta";
import { writeAccounts } from "@team-chat/testkit";

import type { Bench, Case, Measure } from "../../bench.ts";
import { openStack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { openTables } from "../../stack/database.ts";
import { writeHistory } from "../../stack/long-history.ts";
import { ensureMembers, findRootRealm, type Member } from "../../stack/members.ts";
import { signInOwner } from "../../stack/owner.ts";

const parameters = {
  client_gravatar: "false",
  event_types: '["message"]',
  fetch_event_types: JSON.stringify([
    "message",
    "realm",
    "realm_user",
    "realm_user_groups",
    "subscription",
    "update_message_flags",
    "user_settings",
    "user_topic",
  ]),
};
const changes = 10;
const messages = 100;

/** Measures the start of a client that was there the day before, in a large organization. */
export const comingBack: Bench = {
  name: "coming-back",
  description: `A register with the blocks of one before ${changes} renamed people, a new channel and ${messages} messages in an organization of 10,000 people.`,
  floor: "the same register with all initial data",
  rounds: 7,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const owner = await signInOwner(api);
    const [reader] = await ensureMembers(stack, 1);
    if (reader === undefined) throw new Error("the stack has no members");
    const db = await openTables(stack, "messages", resources);
    const users = await openTables(stack, "users", resources);
    const realmId = await findRootRealm(stack);
    await writeAccounts(users, { count: quick ? 500 : 10_000, realmId });
    await createChannels(api, owner, quick ? 80 : 900);
    const history = { api, db, owner, reader, channels: 100, messages: quick ? 5000 : 40_000 };
    await writeHistory(history);
    const register = (blocks?: string) => registerAs(api, reader, blocks);
    const before = textOf(await register(""), {
      text: new Uint8Array(),
      starts: new Uint32Array(),
    });
    await passADay(api, { owner, people: await idsOfMany(users, realmId) });
    const blocks = knownOf(before.blocks.ids);
    textOf(await register(blocks), { text: before.text, starts: before.blocks.starts });
    return casesOf(register, blocks);
  },
};

type Register = (blocks?: string) => Promise<Readonly<Record<string, unknown>>>;

function casesOf(register: Register, blocks: string): readonly Case[] {
  return [
    caseOf("bytes of the answer", "kB", {
      floor: async () => ({ value: sizeOf(await register()) }),
      ours: async () => ({ value: sizeOf(await register(blocks)) }),
    }),
    caseOf("bytes of the answer, compressed by a proxy", "kB", {
      floor: async () => ({ value: compressedSizeOf(await register()) }),
      ours: async () => ({ value: compressedSizeOf(await register(blocks)) }),
      target: { maxValue: 20 },
    }),
    caseOf("bytes of the request", "kB", {
      floor: async () => ({ value: sizeOf(await register()) }),
      ours: () => Promise.resolve({ value: blocks.length / 1024 }),
    }),
    caseOf("time", "ms", {
      floor: () => timeOf(() => register()),
      ours: () => timeOf(() => register(blocks)),
    }),
  ];
}

function caseOf(
  label: string,
  unit: Case["unit"],
  { target, ...sides }: { floor: Measure; ours: Measure; target?: Case["target"] },
): Case {
  return {
    label,
    unit,
    better: "lower",
    ...(target === undefined ? {} : { target }),
    prepare: () => Promise.resolve(sides),
  };
}

async function registerAs(api: ApiClient, credentials: Credentials, blocks?: string) {
  const more = blocks === undefined ? {} : { initial_data_blocks: blocks };
  return api.post({ path: "/register", credentials, parameters: { ...parameters, ...more } });
}

/** Makes the initial data out of those before and of what differs. */
function textOf(
  answer: Readonly<Record<string, unknown>>,
  base: { readonly text: Uint8Array; readonly starts: Uint32Array },
) {
  const made = applyDelta(base, answer["initial_data_delta"] as Delta);
  if (made === null) throw new Error("what differs does not make the initial data");
  return made;
}

function sizeOf(answer: unknown): number {
  return Buffer.byteLength(JSON.stringify(answer)) / 1024;
}

/** As proxies compress: quickly. */
function compressedSizeOf(answer: unknown): number {
  return gzipSync(JSON.stringify(answer), { level: 5 }).length / 1024;
}

async function timeOf(ask: () => Promise<unknown>) {
  const start = performance.now();
  await ask();
  return { value: performance.now() - start };
}

async function createChannels(api: ApiClient, owner: Credentials, count: number): Promise<void> {
  const most = 40;
  for (let index = 0; index < count; index += most) {
    const names = Array.from({ length: Math.min(most, count - index) }, (_, at) => ({
      name: `channel ${index + at}`,
      description: `Everything about number ${index + at}`,
    }));
    const subscriptions = JSON.stringify(names);
    await api.post({
      path: "/users/me/subscriptions",
      credentials: owner,
      parameters: { subscriptions },
    });
  }
}

type Credentials = Pick<Member, "apiKey" | "email">;

/** Does what changes in a day. */
async function passADay(
  api: ApiClient,
  { owner, people }: { readonly owner: Credentials; readonly people: readonly number[] },
): Promise<void> {
  for (const [index, userId] of people.entries()) {
    const renamed = { full_name: `Renamed ${index}` };
    const path = `/users/${userId}`;
    await api.send(api.bytes("PATCH", { path, credentials: owner, parameters: renamed }));
  }
  await createChannels(api, owner, 1);
  for (let index = 0; index < messages; index += 1)
    await api.post({
      path: "/messages",
      credentials: owner,
      parameters: {
        type: "channel",
        to: `history ${index % 10}`,
        topic: `topic ${index % 7}`,
        content: `Number ${index}`,
      },
    });
}

async function idsOfMany(db: Awaited<ReturnType<typeof openTables>>, realmId: number) {
  const { rows } = await db.query<{ id: number }>(
    "select user_id::int as id from account where realm_id = $1 and full_name like 'Many %' order by user_id % 997, user_id limit $2",
    [realmId, changes],
  );
  return rows.map(({ id }) => id);
}
