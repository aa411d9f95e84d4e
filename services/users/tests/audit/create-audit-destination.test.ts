import { createAuditDestination, listAuditLog, storedLimits } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { World } from "../world.ts";
import { isSigned, placeOf, Siem } from "./siem.ts";

const world = useWorld(() => World.create());

const url = "https://siem.example.com/in";
const create = (given: object, as: "admin" | "owner" = "owner") =>
  world().request(as, createAuditDestination, { name: "SIEM", url, ...given });

describe("having the audit log sent (docs/behaviour/audit.md#sending)", () => {
  test("nobody but owners has the audit log sent to a server", async ({ expect }) => {
    await expect(create({}, "admin")).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
  });

  test("a name, an address and a header that will not do are refused", async ({ expect }) => {
    await using siem = await Siem.start(world());
    const address = "url: it must be an address like https://siem.example.com/.";
    for (const [given, message] of [
      [{ name: " " }, "name: it has 1 to 60 characters."],
      [{ url: "siem" }, address],
      [{ url: "ftp://siem.example.com/" }, address],
      [
        { url: "https://me:secret@siem.example.com/" },
        "url: give names and passwords as authorization.",
      ],
      [{ authorization: "Bearer ä" }, "authorization: it must be of printable ASCII characters."],
      [{ authorization: "a\nb: c" }, "authorization: it must be of printable ASCII characters."],
      [{ cursor: "newest" }, "Invalid cursor"],
      [{ cursor: "999-0-0-0" }, "Invalid cursor: it is of another organization."],
      [
        { cursor: `${world().realm.id}-9999-0-0` },
        "Invalid cursor: the log does not reach so far.",
      ],
    ] as const)
      await expect(create(given), message).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    expect(await siem.list()).toEqual([]);
  });

  test("addresses inside the installation are refused, however they are written", async ({
    expect,
  }) => {
    for (const inner of [
      "10.0.0.1",
      "169.254.169.254",
      "[fd00::1]",
      "[::ffff:10.0.0.1]",
      "0x0a000001",
    ])
      await expect(create({ url: `https://${inner}/` })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "url: the address is not allowed.",
      });
  });

  test("a production server sends to https alone, and not to itself", async ({ expect }) => {
    const strict = await world().addProcess({ MODE: "production", EXTERNAL_HOST: "example.com" });
    const { identity } = world().people.owner;
    const ask = (given: string) =>
      strict.request(
        createAuditDestination,
        identity,
        { name: "SIEM", url: given },
        { realmId: world().realm.id },
      );
    await expect(ask("http://siem.example.com/")).rejects.toMatchObject({
      message: "url: it must be an address like https://siem.example.com/.",
    });
    await expect(ask("https://127.0.0.1/")).rejects.toMatchObject({
      message: "url: the address is not allowed.",
    });
  });

  test("a cursor is not taken when another service does not say how far its log reaches", async ({
    expect,
  }) => {
    const alone = await world().addProcess({ CHANNELS_URL: "http://127.0.0.1:9" });
    const { identity } = world().people.owner;
    const given = { name: "SIEM", url, cursor: `${world().realm.id}-0-0-0` };
    await expect(
      alone.request(createAuditDestination, identity, given, { realmId: world().realm.id }),
    ).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("an organization has at most so many destinations, however many are made at once", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { most } = storedLimits.auditDestinations;
    const made = await Promise.allSettled(Array.from({ length: most + 2 }, () => siem.add()));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(most);
    await expect(siem.add()).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: `There can be at most ${most} servers that the audit log is sent to.`,
    });
  });

  test("the log is sent from its oldest entry on, signed with a secret that is told once", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { secret } = await siem.add({ authorization: "Splunk s3cret" });
    await siem.settle();
    const { entries } = await world().request("owner", listAuditLog, { limit: 1000 });
    const cursor = expect.any(String) as string;
    expect(siem.lines).toEqual(
      entries.toReversed().map((entry) => ({ ...entry, skipped: 0, cursor })),
    );
    for (const one of siem.receiver.requests) {
      expect(one.method).toBe("POST");
      expect(one.headers).toMatchObject({
        "content-type": "application/x-ndjson",
        authorization: "Splunk s3cret",
        "webhook-id": expect.stringMatching(/^audit_[0-9a-f]{32}$/) as string,
      });
      expect(isSigned(one, secret)).toBe(true);
      expect(isSigned({ ...one, body: `${one.body} ` }, secret)).toBe(false);
    }
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const everything = JSON.stringify([
      await siem.list(),
      entries,
      await world().database.any(
        sql.type(
          z.object({ row: z.unknown() }),
        )`select to_jsonb(d) as row from audit_destination d`,
      ),
    ]);
    for (const hidden of [secret.slice("whsec_".length), "s3cret"])
      expect(everything.includes(hidden)).toBe(false);
  });

  test("a new destination is an entry of the log, which names neither address nor secrets", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add();
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries[0]).toMatchObject({
      actor: { user_id: world().people.owner.id },
      operation: "createAuditDestination",
      changes: [
        {
          object: "audit_destination",
          key: { destination_id: id },
          after: { name: "SIEM", is_paused: false, url: "(hidden)", sealed: "(hidden)" },
        },
      ],
    });
  });

  test("the log is sent from a cursor on", async ({ expect }) => {
    await using siem = await Siem.start(world());
    const cursor = await siem.end();
    await siem.add({ cursor });
    await siem.write("new");
    await siem.settle();
    expect(siem.lines.map(({ operation }) => operation)).toEqual(["createAuditDestination", ""]);
    expect(siem.lines.map(placeOf)).toHaveLength(2);
  });
});
