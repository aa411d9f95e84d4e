import { removeEntriesBefore } from "@team-chat/audit";
import {
  auditStreamBytes,
  auditStreamLine,
  listAuditLog,
  streamAuditLog,
  updateRealm,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

type Line = z.infer<typeof auditStreamLine>;

/** Asks for entries as a program of an administrator does. */
async function ask(params: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams(params).toString();
  const { identity } = world().people.admin;
  const answer = await world().fetch(identity, `${streamAuditLog.path}?${query}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(z.object({ msg: z.string() }).parse(JSON.parse(text)).msg);
  const lines = text.split("\n").slice(0, -1);
  return {
    type: answer.headers.get("content-type"),
    isKept: answer.headers.get("cache-control")?.includes("no-store") !== true,
    bytes: Buffer.byteLength(text),
    lines: lines.map((line) => auditStreamLine.parse(JSON.parse(line))),
  };
}

/** Asks again and again behind the last line until there is nothing new. */
async function follow(from: Readonly<Record<string, string>>): Promise<readonly Line[][]> {
  const answers: Line[][] = [];
  let next = from;
  for (;;) {
    const { lines } = await ask(next);
    const cursor = lines.at(-1)?.cursor;
    if (cursor === undefined) return answers;
    answers.push(lines);
    next = { ...from, cursor };
  }
}

async function newestCursor(): Promise<string> {
  return (await follow({})).at(-1)?.at(-1)?.cursor ?? "";
}

/** Finds the position of the newest entry of this service. */
async function newestOwn(): Promise<number> {
  const all = (await follow({})).flat();
  return all.findLast(({ service }) => service === "users")?.position ?? 0;
}

/** Writes down something of so many bytes. */
async function writeLong(bytes: number): Promise<void> {
  const changes = [{ object: "thing", key: {}, after: { text: "x".repeat(bytes) } }];
  await world().database.query(sql.unsafe`
    select audit_add(${world().realm.id}, ${JSON.stringify(changes)}::jsonb)`);
}

const placeOf = ({ position, service }: Line) => `${service} ${position}`;

describe("reading the audit log on (docs/behaviour/audit.md#reading-on)", () => {
  test("nobody but administrators reads it on", async ({ expect }) => {
    await expect(world().request("alice", streamAuditLog, {})).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
  });

  test("a cursor that is none, of another organization, or behind the end of the log is refused", async ({
    expect,
  }) => {
    for (const cursor of ["", "newest", "1-2-3", "1-2-3-4x", "1-0-0-0-0"])
      await expect(ask({ cursor })).rejects.toThrow("Invalid cursor");
    const { id } = world().realm;
    await expect(ask({ cursor: `${id + 1}-0-0-0` })).rejects.toThrow(
      "Invalid cursor: it is of another organization.",
    );
    for (const ahead of ["9999-0-0", "0-3-0", "0-0-3"])
      await expect(ask({ cursor: `${id}-${ahead}` })).rejects.toThrow(
        "Invalid cursor: the log does not reach so far.",
      );
    await expect(ask({ limit: "1001" })).rejects.toThrow(
      "Too many entries requested (maximum 1000).",
    );
  });

  test("nothing is left out when another service does not answer: the answer is refused", async ({
    expect,
  }) => {
    const alone = await world().addProcess({ CHANNELS_URL: "http://127.0.0.1:9" });
    const { identity } = world().people.admin;
    await expect(
      alone.request(streamAuditLog, identity, {}, { realmId: world().realm.id }),
    ).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("answers have every entry of all services once, the oldest first, as the listing shows them", async ({
    expect,
  }) => {
    const { entries } = await world().request("admin", listAuditLog, { limit: 1000 });
    const whole = await ask();
    expect(whole).toMatchObject({ type: "application/x-ndjson", isKept: false });
    const cursor = expect.any(String) as string;
    expect(whole.lines).toEqual(
      entries.toReversed().map((entry) => ({ ...entry, skipped: 0, cursor })),
    );
    const parts = await follow({ limit: "3" });
    expect(parts.flat()).toEqual(whole.lines);
    expect(Math.max(...parts.map(({ length }) => length))).toBe(3);
  });

  test("an answer is empty when there is nothing new, and has what is done afterwards", async ({
    expect,
  }) => {
    const cursor = await newestCursor();
    expect(await ask({ cursor })).toMatchObject({ bytes: 0, type: "application/x-ndjson" });
    await world().request("owner", updateRealm, { digest_weekday: 5 });
    const { lines } = await ask({ cursor });
    expect(lines).toMatchObject([{ service: "users", operation: "updateRealm", skipped: 0 }]);
    expect(lines[0]?.cursor).not.toBe(cursor);
    expect(await ask({ cursor: lines[0]?.cursor ?? "" })).toMatchObject({ lines: [] });
  });

  test("whoever reads on while others write gets each entry once, in the order of its part's positions", async ({
    expect,
  }) => {
    const begin = await newestCursor();
    const start = (await newestOwn()) + 1;
    const count = 30;
    const writing = Promise.all(Array.from({ length: count }, () => writeLong(10)));
    const seen: Line[] = [];
    let cursor = begin;
    while (seen.length < count) {
      const { lines } = await ask({ cursor, limit: "4" });
      seen.push(...lines);
      cursor = lines.at(-1)?.cursor ?? cursor;
    }
    await writing;
    const places = Array.from({ length: count }, (_, index) => `users ${start + index}`);
    expect(seen.map(placeOf)).toEqual(places);
    expect(seen.filter(({ skipped }) => skipped !== 0)).toEqual([]);
  });

  test("an answer has as many entries as fit into its bytes, and one that is longer alone", async ({
    expect,
  }) => {
    const cursor = await newestCursor();
    for (const bytes of [400_000, 400_000, 400_000, auditStreamBytes, 10]) await writeLong(bytes);
    const answers = await follow({ cursor });
    expect(answers.map(({ length }) => length)).toEqual([2, 1, 1, 1]);
    const first = await ask({ cursor });
    expect(first.bytes).toBeGreaterThan(800_000);
    expect(first.bytes).toBeLessThanOrEqual(auditStreamBytes);
  });

  test("entries whose time was over are skipped, and the next one says how many they were", async ({
    expect,
  }) => {
    const before = await ask({ limit: "5" });
    const [seen] = before.lines.filter(({ service }) => service === "users");
    const last = await newestOwn();
    const now = new Date(Date.now() + 1000);
    while ((await removeEntriesBefore(world().database, now)) !== null);
    const { lines } = await ask({ cursor: seen?.cursor ?? "" });
    const left = lines.filter(({ service }) => service === "users");
    expect(left).toMatchObject([
      {
        position: last + 1,
        skipped: last - (seen?.position ?? 0),
        changes: [{ object: "audit_log", after: { first: last + 1 } }],
      },
    ]);
    expect(lines.map(placeOf)).toContain(`users ${last + 1}`);
  });
});
