// Files are read while they are sent (docs/subsystems/uploads.md, "While it is read").
import { once } from "node:events";
import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

import { getFileUrl } from "@team-chat/contract";
import { identityHeader } from "@team-chat/identity";
import { sql } from "@team-chat/pg";
import { signedFetch, useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { signer, World } from "../world.ts";
import { Files, partsOf } from "./files.ts";
import { S3Server } from "./s3-server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "streamed-"));
/** No two parts of it are the same, whatever they are cut at. */
const bytes = Buffer.from(Uint32Array.from({ length: 500_000 }, (_, at) => at * 7919).buffer);
const size = bytes.length;
/** Size of an answer that exceeds what the system buffers when nobody reads. */
const longerThanSockets = 12 * 1024 * 1024;
/** More than there are connections to the database. */
const slowReaders = 16;
/** As long as the test may take: readers are let go of in their own time. */
const patience = { timeout: 240_000 };
let s3: S3Server;

beforeAll(async () => {
  s3 = await S3Server.start();
});

afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Files of the folder that this process has open. */
function openFiles(): readonly string[] {
  const links = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return links.filter((link) => link.startsWith(folder));
}

describe.for(["disk", "s3", "database", "row"] as const)("a long file, kept in %s", (place) => {
  const disk = place === "disk" ? { UPLOADS_FOLDER: folder } : {};
  const world = useWorld(() => World.create({}, place === "s3" ? s3.config : disk));
  let files: Files;
  let realm: Realm;

  beforeAll(() => {
    files = new Files(world());
    realm = world().realm();
  });

  /** The address of a new file. */
  async function keep(content = bytes): Promise<string> {
    const file = { name: "long.bin", text: new Uint8Array(content) };
    const url = await files.keep(realm, 1, file);
    if (place === "row")
      await world().db.query(sql.unsafe`
        update attachment set place = null, bytes = ${sql.binary(content)} where path_id = ${pathOf(url)}`);
    return url;
  }

  function pathOf(url: string): string {
    return url.replace("/user_uploads/", "");
  }

  /** Takes the end of it away, or all of it, behind the service's back. */
  async function shorten(url: string, left: number): Promise<void> {
    const name = pathOf(url);
    const rest = bytes.subarray(0, left);
    if (place === "disk" && left > 0) truncateSync(path.join(folder, name), left);
    else if (place === "disk") rmSync(path.join(folder, name));
    else if (place === "s3" && left > 0) s3.objects.set(name, rest);
    else if (place === "s3") s3.objects.delete(name);
    else if (place === "row")
      await world().db.query(
        sql.unsafe`update attachment set bytes = ${sql.binary(rest)} where path_id = ${name}`,
      );
    else
      await world().db.query(sql.unsafe`
        delete from file_piece where path_id = ${name} and number >= ${Math.floor(left / 131_072)}`);
  }

  /** An answer that nobody reads yet. */
  async function begin(url: string): Promise<IncomingMessage> {
    const address = new URL(world().urlOf(url.replace("/user_uploads/", "/files/")));
    const signed = { method: "GET", target: address.pathname, to: address.host };
    const headers = { [identityHeader]: signer.sign(realm.identity("alice"), signed, null) };
    const asked = get(address, { headers }).on("error", () => undefined);
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return response.on("error", () => undefined);
  }

  test("a long file is refused when it is not there at all", async ({ expect }) => {
    const url = await keep();
    await shorten(url, 0);
    expect((await files.read(realm, 1, url)).status).toBe(500);
  });

  test("a long file does not look complete when its end is missing", async ({ expect }) => {
    const url = await keep();
    await shorten(url, 1_200_000);
    const whole = await files.read(realm, 1, url);
    expect(whole.status).toBe(200);
    await expect(whole.arrayBuffer()).rejects.toThrow();
    const short = await files.read(realm, 1, url, "bytes=1999900-");
    expect(short.status).toBe(500);
  });

  test("a long file comes whole, in every part, and through a temporary address", async ({
    expect,
  }) => {
    const url = await keep();
    const whole = await files.read(realm, 1, url);
    expect(whole.headers.get("content-length")).toBe(String(size));
    expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
    for (const [first, last] of [
      [0, 0],
      [65_535, 65_536],
      [131_071, 524_288],
      [1, size - 2],
      [524_287, 1_572_865],
      [size - 300_000, size - 1],
    ] as const) {
      const part = await files.read(realm, 1, url, `bytes=${first}-${last}`);
      expect(part.status).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes ${first}-${last}/${size}`);
      const got = Buffer.from(await part.arrayBuffer());
      expect([first, got.equals(bytes.subarray(first, last + 1))]).toEqual([first, true]);
    }
    const temporary = await realm.request("alice", getFileUrl, partsOf(url));
    const identity = { ...realm.identity("alice"), kind: "anonymous" } as const;
    const there = temporary.url.replace("/user_uploads/", "/files/").replace("/api/v1", "");
    const again = await signedFetch({ signer, identity }, world().urlOf(there));
    expect(bytes.equals(Buffer.from(await again.arrayBuffer()))).toBe(true);
  });

  test("a long file tells HEAD its length, and nothing of it", async ({ expect }) => {
    const url = await keep();
    const head = await world().fetch(
      { method: "HEAD", path: url.replace("/user_uploads/", "/files/") },
      realm.identity("alice"),
    );
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(size)]);
    expect(await head.text()).toBe("");
  });

  test("a long file holds nothing open once its readers are gone, and no connection while they are slow", async ({
    expect,
  }) => {
    const url = await keep(Buffer.alloc(longerThanSockets, 7));
    const slow = await Promise.all(Array.from({ length: slowReaders }, () => begin(url)));
    if (place === "disk") await expect.poll(() => openFiles().length, patience).toBe(slowReaders);
    expect(await files.read(realm, 1, url, "bytes=1-2").then((part) => part.status)).toBe(206);
    expect(await realm.send("alice")).toBeGreaterThan(0);
    for (const response of slow) response.destroy();
    await expect.poll(openFiles, patience).toEqual([]);
  });
});
