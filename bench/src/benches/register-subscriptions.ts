import { randomUUID } from "node:crypto";

import { registerOperations, type RegisterRequest } from "@team-chat/contract";
import type { Caller, IdentitySigner } from "@team-chat/identity";

import type { Bench, BenchOptions, Case, Measure } from "../bench.ts";
import { FloorProcess } from "../floors/floor-process.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers, findRootRealm } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { signService } from "../stack/sign-service.ts";
import { median } from "../statistics.ts";

/** A large organization: subscriptions are users a channel times channels. */
interface Size {
  readonly users: number;
  readonly channels: number;
  readonly usersPerChannel: number;
}

const large: Size = { users: 10_000, channels: 200, usersPerChannel: 1450 };
const small: Size = { users: 600, channels: 40, usersPerChannel: 300 };
const channelsAtOnce = 20;

/** What the channels service needs for its part of a large organization's initial data. */
export const registerSubscriptions: Bench = {
  name: "register-subscriptions",
  description:
    "The channels service's part of a register with 290,000 subscriptions, warm, to the last byte (p50).",
  floor: "a bare server that writes as many bytes from memory",
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const size = options.quick ? small : large;
    const owner = await fill(stack, size);
    const channels = await signService(stack, "channels");
    const pool = resources.use(await SenderPool.open(new URL(channels.origin), 1));
    const part = (includeSubscribers: RegisterRequest["includeSubscribers"]) => async () => {
      const bytes = internalRequest(new URL(channels.origin), channels.signer, {
        owner,
        includeSubscribers,
      });
      const { status, body } = await pool.request(bytes);
      if (status !== 200) throw new Error(`channels answered ${status}`);
      return body.length;
    };
    return [
      partCase(options, part("true"), { label: "all subscribers", maxMs: 60 }),
      partCase(options, part("partial"), { label: "partial subscribers", maxMs: 25 }),
    ];
  },
};

/** Answers how many bytes were read. */
type Part = () => Promise<number>;

function partCase(
  options: BenchOptions,
  part: Part,
  { label, maxMs }: { readonly label: string; readonly maxMs: number },
): Case {
  return {
    label,
    unit: "ms",
    better: "lower",
    target: { maxValue: maxMs },
    prepare: async (own) => {
      const bytes = await part();
      const floor = own.use(await FloorProcess.start("memory", { BYTES: String(bytes) }));
      const pool = own.use(await SenderPool.open(floor.url, 1));
      const url = new URL("/", floor.url);
      const request = requestBytes({ method: "POST", url, parameters: {} });
      return {
        floor: oneByOne(options, async () => (await pool.request(request)).body.length),
        ours: oneByOne(options, part),
      };
    },
  };
}

function oneByOne({ quick }: BenchOptions, part: Part): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (let i = 0; i < (quick ? 3 : 10); i += 1) {
      const start = performance.now();
      await part();
      latenciesMs.push(performance.now() - start);
    }
    return { value: median(latenciesMs), latenciesMs };
  };
}

interface Owner {
  readonly userId: number;
  readonly realmId: number;
}

/** Makes members and channels, each with another slice of the members. */
async function fill(stack: Awaited<ReturnType<typeof openStack>>, size: Size): Promise<Owner> {
  using api = await ApiClient.open(stack, 1);
  const credentials = await signInOwner(api);
  const members = await ensureMembers(stack, size.users);
  const run = randomUUID().slice(0, 8);
  for (let first = 0; first < size.channels; first += channelsAtOnce) {
    const names = Array.from({ length: channelsAtOnce }, (_, i) => `${run} ${first + i}`);
    const from = (first * 137) % size.users;
    const slice = [...members.slice(from), ...members.slice(0, from)];
    const principals = slice.slice(0, size.usersPerChannel).map(({ userId }) => userId);
    await api.post({
      path: "/users/me/subscriptions",
      credentials,
      parameters: {
        subscriptions: JSON.stringify(names.map((name) => ({ name }))),
        principals: JSON.stringify(principals),
        send_new_subscription_messages: "false",
      },
    });
  }
  const { user_id: userId } = await api.send(api.bytes("GET", { path: "/users/me", credentials }));
  return { userId: Number(userId), realmId: await findRootRealm(stack) };
}

/** The bytes of a call as another service makes it. */
function internalRequest(
  origin: URL,
  signer: IdentitySigner,
  {
    includeSubscribers,
    owner,
  }: { readonly owner: Owner } & Pick<RegisterRequest, "includeSubscribers">,
): string {
  const realm = { id: owner.realmId, subdomain: "", url: origin.origin };
  const caller: Caller = {
    kind: "user",
    realm,
    userId: owner.userId,
    role: 100,
    isBot: false,
    client: "bench",
    usersVersion: 1,
  };
  const request: RegisterRequest = {
    fetch: ["subscription"],
    clientGravatar: true,
    includeSubscribers,
    slimPresence: true,
    presenceHistoryLimitDays: 14,
    capabilities: { notification_settings_null: true },
  };
  const body = JSON.stringify(request);
  const head = [
    `POST /internal/${registerOperations.channels.name} HTTP/1.1`,
    `host: ${origin.host}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-identity: ${signer.sign(caller)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
