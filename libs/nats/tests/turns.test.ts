import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { plainLayout } from "@team-chat/contract";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { afterAll, beforeAll, describe, test } from "vitest";

import { turnsKey } from "../src/durables.ts";
import { openEpochs } from "../src/epochs.ts";
import {
  connectNats,
  followTurns,
  type Nats,
  type NatsClient,
  natsPermissions,
  provision,
  publishTurns,
} from "../src/index.ts";

/** Services that call messages. */
const callers = ["gateway", "users", "channels", "events", "webhooks"] as const;

const folder = mkdtempSync(path.join(tmpdir(), "nats-turns-"));
const stack = new AsyncDisposableStack();
let server: ServerHandle;

beforeAll(async () => {
  const users = Object.entries(natsPermissions).map(([user, permissions]) => ({
    user,
    password: `${user}-password`,
    permissions,
  }));
  server = stack.use(await startNats({ dataDir: path.join(folder, "nats"), users }));
  const options = { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 };
  await provision(await open("migrate"), options);
});
afterAll(async () => {
  await stack.disposeAsync();
  rmSync(folder, { recursive: true });
});

async function open(name: NatsClient): Promise<Nats> {
  const credentials = `${name}:${name}-password`;
  const nats = await connectNats({ url: server.url, name, credentials });
  return stack.adopt(nats, (opened) => opened.close());
}

type Turns = readonly (readonly [number, number])[];

/** Resolves when a service has heard these turns. */
async function heard(name: NatsClient, turns: Turns): Promise<void> {
  const stopping = new AbortController();
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  followTurns(await open(name), {
    onTurns: (now) => {
      if (JSON.stringify([...now]) === JSON.stringify(turns)) resolve();
    },
    onError: reject,
    signal: stopping.signal,
  });
  await promise;
  stopping.abort();
}

async function published(): Promise<{ readonly value: unknown; readonly revision: number }> {
  const entry = await (await openEpochs(await open("users"))).get(turnsKey);
  return { value: entry?.json(), revision: entry?.revision ?? 0 };
}

const loaded = (turns: Turns) => () => Promise.resolve(turns);

describe("turns of organizations that were moved (docs/adr/0053-moving-organizations.md)", () => {
  test("services without the right to write in the bucket cannot move organizations", async ({
    expect,
  }) => {
    for (const name of ["gateway", "events", "webhooks"] as const)
      await expect(publishTurns(await open(name), loaded([[7, 1]])), name).rejects.toThrow();
    expect(await published()).toEqual({ value: undefined, revision: 0 });
  });

  test("every caller of messages hears which organizations were moved, those that come late too", async ({
    expect,
  }) => {
    const early = callers.map((name) => heard(name, [[7, 1]]));
    await publishTurns(await open("users"), loaded([[7, 1]]));
    await Promise.all(early);
    await Promise.all(callers.map((name) => heard(name, [[7, 1]])));
    expect(await published()).toMatchObject({ value: [[7, 1]] });
  });

  test("turns that are published already are not published again", async ({ expect }) => {
    const before = await published();
    await publishTurns(await open("users"), loaded([[7, 1]]));
    expect(await published()).toEqual(before);
  });

  test("older turns of one process do not replace newer ones of another", async ({ expect }) => {
    const [one, other] = [await open("users"), await open("users")];
    let rows: Turns = [[8, 1]];
    let loads = 0;
    await publishTurns(one, async () => {
      const read = rows;
      loads += 1;
      if (loads === 1) {
        rows = [[9, 2]];
        await publishTurns(other, loaded(rows));
      }
      return read;
    });
    expect([loads, (await published()).value]).toEqual([2, [[9, 2]]]);
  });
});
