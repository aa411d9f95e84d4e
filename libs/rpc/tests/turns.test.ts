import { plainLayout } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, provision, publishTurns } from "@team-chat/nats";
import { createLogger } from "@team-chat/telemetry";
import { Inbox, nextLook, openNats, startOwnNats } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { createServiceClient, type ServiceClient } from "../src/index.ts";

const urls = [1, 2, 3].map((port) => `http://127.0.0.1:${port}`).join();
const signer = createIdentitySigner("00112233445566778899aabbccddeeff");
/** Organizations that are asked for. */
const realms = Array.from({ length: 100 }, (_, at) => at + 1);

const stack = new AsyncDisposableStack();
let nats: Awaited<ReturnType<typeof startOwnNats>>["nats"];
beforeAll(async () => {
  ({ nats } = stack.use(await startOwnNats()));
});
afterAll(() => stack.disposeAsync());

function client(name: string, isFollowing = true): ServiceClient {
  const opened = createServiceClient(urls, { name, signer, ...(isFollowing ? { nats } : {}) });
  return stack.adopt(opened, (one) => one.close());
}

const picks = (one: ServiceClient) => realms.map((realmId) => one.pick(realmId));

/** Resolves when a client asks another process for an organization. */
async function moved(one: ServiceClient, realmId: number, from: string | undefined) {
  while (one.pick(realmId) === from) await nextLook();
}

describe("an organization that is moved to another process (docs/adr/0053-moving-organizations.md)", () => {
  test("clients go by rank alone until they hear of a turn, and with all other organizations", async ({
    expect,
  }) => {
    const byRank = picks(client("messages", false));
    const following = client("messages");
    expect(picks(following)).toEqual(byRank);
    const seen = [following.pick(7)];
    for (const turn of [1, 2]) {
      await publishTurns(nats, () => Promise.resolve([[7, turn]]));
      await moved(following, 7, seen.at(-1));
      seen.push(following.pick(7));
      const others = (origins: readonly unknown[]) => origins.filter((_, at) => realms[at] !== 7);
      expect(others(picks(following))).toEqual(others(byRank));
    }
    expect(new Set(seen).size).toBe(3);
    await publishTurns(nats, () => Promise.resolve([[7, 3]]));
    await moved(following, 7, seen.at(-1));
    expect(picks(following)).toEqual(byRank);
  });

  test("clients of other services, and those without NATS, go by rank alone", async ({
    expect,
  }) => {
    const [users, alone, following] = [
      client("users"),
      client("messages", false),
      client("messages"),
    ];
    const before = picks(alone);
    await publishTurns(nats, () => Promise.resolve([[7, 1]]));
    await moved(following, 7, before[6]);
    expect([picks(users), picks(alone)]).toEqual([before, before]);
  });

  test("clients go by rank alone while NATS has no bucket, say so, and follow turns when it has one", async ({
    expect,
  }) => {
    await using empty = await openNats();
    const own = await connectNats({ url: empty.url, name: "test" });
    const lines = new Inbox<{ readonly msg: string }>();
    const write = (line: string) => lines.put(JSON.parse(line) as { msg: string });
    const log = createLogger({ service: "test", level: "warn", to: { write } });
    const following = createServiceClient(urls, { name: "messages", signer, nats: own, log });
    expect((await lines.take()).msg).toBe("where organizations were moved to is not known yet");
    const byRank = client("messages", false).pick(7);
    expect(following.pick(7)).toBe(byRank);
    await provision(own, { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 });
    await publishTurns(own, () => Promise.resolve([[7, 1]]));
    await moved(following, 7, byRank);
    await following.close();
    await own.close();
  });

  test("a turn that was taken back leads to where hashing puts the organization", async ({
    expect,
  }) => {
    await publishTurns(nats, () => Promise.resolve([[7, 1]]));
    const following = client("messages");
    const byRank = client("messages", false).pick(7);
    await moved(following, 7, byRank);
    const elsewhere = following.pick(7);
    await publishTurns(nats, () => Promise.resolve([]));
    await moved(following, 7, elsewhere);
    expect(following.pick(7)).toBe(byRank);
  });
});
