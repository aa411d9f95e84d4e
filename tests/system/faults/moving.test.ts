import { rmSync } from "node:fs";
import path from "node:path";

import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { Sends } from "./sends.ts";
import { Witness } from "./witness.ts";

const processes = ["messages", "messages-2"] as const;
type Process = (typeof processes)[number];
/** Sends in a row by which it is known which process an organization's go to. */
const enough = 5;

const line = z.object({
  operation: z.literal("sendMessage"),
  realm: z.int(),
  time: z.string(),
});
const listed = z.array(z.object({ id: z.int(), subdomain: z.string(), messages_turn: z.int() }));

/** An organization in which somebody sends and somebody listens. */
interface Busy {
  readonly id: number;
  readonly senders: readonly Client[];
  readonly sends: Sends;
  readonly witness: Witness;
}

let constellation: Constellation;
let moved: Busy;
let other: Busy;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, {
    apart: ["messages"],
    isPaired: true,
    more: { REQUEST_LOG_EVERY: "1" },
  });
  await constellation.process("messages-2").start();
  const { host, port } = new URL(constellation.url);
  moved = await busy("", "example.com", host);
  other = await busy("acme", "acme.example", `acme.localhost:${port}`);
});

afterAll(() => constellation[Symbol.asyncDispose]());

async function organizations() {
  return listed.parse(JSON.parse(await constellation.realm("list", "--json")));
}

async function busy(subdomain: string, domain: string, host: string): Promise<Busy> {
  const { url } = constellation;
  const [owner, member] = await Promise.all(
    ["owner", "member"].map((name) => Client.login(url, `${name}@${domain}`, host)),
  );
  if (owner === undefined || member === undefined) throw new Error("Nobody is there.");
  const all = await organizations();
  const id = all.find((one) => one.subdomain === subdomain)?.id ?? 0;
  const witness = await Witness.begin(member);
  const senders = [owner, member];
  return { id, senders, witness, sends: new Sends(senders, `moving ${subdomain}`) };
}

/** Lists the processes that have carried out the sends of an organization, in their order. */
function served({ id }: Busy): readonly Process[] {
  const lines = processes.flatMap((name) =>
    constellation
      .process(name)
      .logLines()
      .flatMap((one) => {
        const { data } = line.safeParse(one);
        return data?.realm === id ? [{ name, time: data.time }] : [];
      }),
  );
  return lines.toSorted((one, two) => one.time.localeCompare(two.time)).map(({ name }) => name);
}

/** Resolves with the process to which all sends of an organization go by now. */
async function settled(of: Busy): Promise<Process> {
  const before = served(of).length;
  for (;;) {
    await of.sends.next();
    const all = served(of);
    const [last, ...more] = all.slice(-enough);
    const isOne = last !== undefined && more.every((name) => name === last);
    if (all.length >= before + enough && isOne) return last;
  }
}

/** Stops users and all who call messages, and starts them again. */
async function restartCallers(): Promise<void> {
  const callers = constellation.process("users");
  await callers.stop();
  await callers.start();
}

/** Resolves when all sends of an organization go to that process. */
async function goTo(of: Busy, name: Process): Promise<void> {
  while ((await settled(of)) !== name);
}

const failures = () => [...moved.sends.failures, ...other.sends.failures];
const elsewhere = (name: Process): Process => (name === "messages" ? "messages-2" : "messages");

describe("moving an organization to another process of messages (docs/operations/moving.md)", () => {
  test("a move that is refused leaves every organization where it is", async ({ expect }) => {
    const before = [await settled(moved), await settled(other)];
    for (const [args, message] of [
      [["nobody"], "There is no organization 'nobody'."],
      [["", "--turn", "1000001"], "turn"],
      [["", "--turn", "-1"], "--turn"],
    ] as const)
      await expect(constellation.realm("move", ...args)).rejects.toThrow(message);
    expect([await settled(moved), await settled(other)]).toEqual(before);
  });

  test("sends of a moved organization go to the other process and back while they go on, and those of others stay", async ({
    expect,
  }) => {
    const [first, others] = [await settled(moved), await settled(other)];
    const earlier = served(other).length;
    for (const to of [elsewhere(first), first, elsewhere(first)]) {
      await constellation.realm("move", "", ...(to === first ? ["--back"] : []));
      await goTo(moved, to);
      const before = served(moved).length;
      await moved.sends.next();
      await settled(moved);
      expect(new Set(served(moved).slice(before))).toEqual(new Set([to]));
    }
    await settled(other);
    expect(new Set(served(other).slice(earlier))).toEqual(new Set([others]));
    expect(failures()).toEqual([]);
  });

  test("an organization is still moved when users and all who call messages have started again", async ({
    expect,
  }) => {
    const to = await settled(moved);
    expect(constellation.process("gateway")).toBe(constellation.process("users"));
    await restartCallers();
    await goTo(moved, to);
    const turns = (await organizations()).map(({ messages_turn: turn }) => turn);
    expect(turns).toEqual([1, 0]);
  });

  test("sends go on when the process of a moved organization is killed with kill -9, and go there when it is back", async ({
    expect,
  }) => {
    const to = await settled(moved);
    await constellation.process(to).kill();
    await goTo(moved, elsewhere(to));
    await constellation.process(to).start();
    await goTo(moved, to);
    expect(new Set(served(moved).slice(-enough))).toEqual(new Set([to]));
  });

  test("nothing that was sent is lost or doubled, and no queue has ended", async ({ expect }) => {
    for (const { sends, witness } of [moved, other]) {
      const sent = await sends.stop();
      await witness.hears(sent.at(-1) ?? 0);
      const { problems, registrations } = witness;
      const heard = witness.heard.toSorted((one, two) => one - two);
      expect({ problems, registrations, heard }).toEqual({
        problems: [],
        registrations: 1,
        heard: sent,
      });
      await witness[Symbol.asyncDispose]();
    }
  });

  test("an organization is still moved when NATS has lost everything, and callers have started again", async ({
    expect,
  }) => {
    const to = served(moved).at(-1) ?? "messages";
    const lost = path.join(constellation.natsDir, "jetstream");
    await constellation.crashNats(() => rmSync(lost, { recursive: true }));
    await restartCallers();
    const sends = new Sends(moved.senders, "moving after a loss");
    await expect(goTo({ ...moved, sends }, to)).resolves.toBeUndefined();
    await sends.stop();
  });
});
