import { createServiceClient } from "@team-chat/rpc";
import { startTracing } from "@team-chat/telemetry";
import { Inbox, nextLook } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { signer } from "./fixture.ts";
import { use } from "./gateway.ts";
import { openConnection, startRpcService } from "./rpc-service.ts";

// docs/adr/0007-requests-over-links.md

const patienceMs = 60_000;

interface Question {
  readonly realmId: number;
  readonly tell: (version: number | null) => void;
}

/** A service of which the test answers each question for a version, and a pool. */
async function start(port = 0) {
  const questions = new Inbox<Question>();
  const service = use(
    await startRpcService({
      port,
      versionOf: (realmId) =>
        new Promise((tell) => {
          questions.put({ realmId, tell });
        }),
    }),
  );
  const pool = createServiceClient(service.origin, { name: "users", signer });
  use({ [Symbol.asyncDispose]: () => pool.close() });
  return { pool, questions, service };
}

/** Asks until a question arrives, which is answered. */
async function untilAsked(
  questions: Inbox<Question>,
  ask: () => Promise<number | null>,
): Promise<void> {
  const arrived = questions.take().then(({ tell }) => tell(1));
  while ((await ask()) === null) await nextLook();
  await arrived;
}

/** Answers whatever comes, as long as the test runs. */
async function answerAll(questions: Inbox<Question>): Promise<never> {
  for (;;) (await questions.take()).tell(9);
}

describe("a version is not asked for in this way", () => {
  test("a version is asked for as a request while there is no link", async ({ expect }) => {
    const { pool, questions } = await start();
    expect(await pool.version(3, patienceMs)).toBeNull();
    expect(questions.size).toBe(0);
  });

  test("a version is asked for as a request of a service that does not say that it answers such questions", async ({
    expect,
  }) => {
    await using service = await startRpcService();
    using opened = openConnection(service.origin);
    await opened.changes.take();
    expect(await opened.connection.version(3, patienceMs)).toBeNull();
    expect(service.arrived.size).toBe(0);
  });
});

describe("a question for a version", () => {
  test("a question for a version is asked as a request while requests are traced", async ({
    expect,
  }) => {
    const { pool, questions } = await start();
    await untilAsked(questions, () => pool.version(3, patienceMs));
    const stop = await startTracing({ service: "tests", endpoint: "http://127.0.0.1:1" });
    expect(await pool.version(3, patienceMs)).toBeNull();
    await stop();
    expect(questions.size).toBe(0);
  });

  test("a question for a version that is not answered in time is refused with 503", async ({
    expect,
  }) => {
    const { pool, questions } = await start();
    await untilAsked(questions, () => pool.version(3, patienceMs));
    await expect(pool.version(3, 20)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    // What comes too late is nobody's.
    const [late, next] = [await questions.take(), pool.version(3, patienceMs)];
    late.tell(5);
    (await questions.take()).tell(6);
    expect(await next).toBe(6);
  });

  test("a question for a version has no answer when the service cannot tell, and when it goes away", async ({
    expect,
  }) => {
    const { pool, questions, service } = await start();
    await untilAsked(questions, () => pool.version(3, patienceMs));
    const untold = pool.version(3, patienceMs);
    (await questions.take()).tell(null);
    expect(await untold).toBeNull();
    const cut = pool.version(3, patienceMs);
    await questions.take();
    service.rpc.close();
    expect(await cut).toBeNull();
  });

  test("each question for a version gets its own answer, however many are asked at once and in any order", async ({
    expect,
  }) => {
    const { pool, questions } = await start();
    await untilAsked(questions, () => pool.version(3, patienceMs));
    const realms = [3, 4, 2 ** 31, Number.MAX_SAFE_INTEGER, 3];
    const asked = realms.map((realmId) => pool.version(realmId, patienceMs));
    const arrived = [];
    for (const _ of realms) arrived.push(await questions.take());
    expect(arrived.map(({ realmId }) => realmId)).toEqual(realms);
    for (const { realmId, tell } of arrived.toReversed()) tell(realmId - 2);
    expect(await Promise.all(asked)).toEqual(realms.map((realmId) => realmId - 2));
  });

  test("a question for a version that came before the service stops is answered, and later ones go elsewhere", async ({
    expect,
  }) => {
    const { pool, questions, service } = await start();
    await untilAsked(questions, () => pool.version(3, patienceMs));
    const before = pool.version(3, patienceMs);
    const { tell } = await questions.take();
    const closed = service.close();
    void answerAll(questions);
    while ((await pool.version(3, patienceMs)) !== null) await nextLook();
    tell(8);
    expect(await before).toBe(8);
    await closed;
    const next = await start(service.port);
    await untilAsked(next.questions, () => pool.version(3, patienceMs));
  });
});
