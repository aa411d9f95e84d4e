// Files are kept while they arrive (docs/subsystems/uploads.md, "While it arrives").
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { json } from "node:stream/consumers";

import { listAttachments, uploadFile } from "@team-chat/contract";
import { identityHeader } from "@team-chat/identity";
import { sql } from "@team-chat/pg";
import { nextLook, useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { signer, World } from "../world.ts";

const mebibyte = 1024 * 1024;
const boundary = "----Arriving";
const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;
const folder = mkdtempSync(path.join(tmpdir(), "arriving-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Upload {
  readonly body: PassThrough;
  readonly sent: ClientRequest;
}

describe.for(["disk", "database"] as const)("an upload that is not over, to %s", (place) => {
  const world = useWorld(() =>
    World.create({}, place === "disk" ? { UPLOADS_FOLDER: folder } : {}),
  );

  /** A request whose body is written by the test. */
  function begin(realm: Realm): Upload {
    const url = new URL(world().urlOf(uploadFile.path));
    const body = new PassThrough();
    const signed = { method: "POST", target: url.pathname, to: url.host };
    const proven = signer.signStream(realm.identity("alice"), signed, body);
    const type = `multipart/form-data; boundary=${boundary}`;
    const headers = { [identityHeader]: proven.header, "content-type": type };
    const sent = request(url, { method: "POST", headers }).on("error", () => undefined);
    proven.body.on("error", () => undefined).pipe(sent);
    body.write(head);
    return { body, sent };
  }

  async function answerTo({ sent }: Upload): Promise<unknown> {
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return json(response);
  }

  async function send({ body }: Upload, mebibytes: number): Promise<void> {
    const chunk = Buffer.alloc(mebibyte, 7);
    for (let number = 0; number < mebibytes; number += 1)
      if (!body.write(chunk)) await once(body, "drain");
  }

  /** Rows and bytes that are there for the realm, whether or not they are meant to stay. */
  async function left(realm: Realm): Promise<number> {
    const rows = await world().db.oneFirst(sql.type(z.object({ count: z.number() }))`
      select ((select count(*) from file_removal where realm_id = ${realm.id})
        + (select count(*) from file_piece where realm_id = ${realm.id})
        + (select count(*) from attachment where realm_id = ${realm.id}))::int as count`);
    if (place === "database") return rows;
    const all = readdirSync(folder, { recursive: true, withFileTypes: true });
    return rows + all.filter((entry) => entry.isFile()).length;
  }

  async function until(isSo: (count: number) => boolean, realm: Realm): Promise<void> {
    while (!isSo(await left(realm))) await nextLook();
  }

  test("an upload is refused as soon as it is too large, in words that reach the client", async ({
    expect,
  }) => {
    const realm = world().realm();
    const upload = begin(realm);
    const answer = answerTo(upload);
    await send(upload, 26);
    expect(await answer).toMatchObject({
      code: "BAD_REQUEST",
      msg: "Uploaded file is larger than the allowed limit of 25 MiB",
    });
    upload.sent.destroy();
    expect([await left(realm), await realm.events()]).toEqual([0, []]);
  });

  test("an upload that is not over leaves nothing when its client goes away", async ({
    expect,
  }) => {
    const realm = world().realm();
    const upload = begin(realm);
    await send(upload, 2);
    await until((count) => count > 1, realm);
    upload.sent.destroy();
    await until((count) => count === 0, realm);
    expect(await realm.events()).toEqual([]);
  });

  test("an upload that is cut off by a wrong end, or has a second file, leaves nothing", async ({
    expect,
  }) => {
    const realm = world().realm();
    const cut = begin(realm);
    await send(cut, 1);
    cut.body.end();
    const malformed = { code: "BAD_REQUEST", msg: "The multipart body is malformed." };
    expect(await answerTo(cut)).toMatchObject(malformed);
    const double = begin(realm);
    double.body.end(`one\r\n${head}two${tail}`);
    const msg = "You may only upload one file at a time";
    expect(await answerTo(double)).toMatchObject({ code: "BAD_REQUEST", msg });
    expect([await left(realm), await realm.events()]).toEqual([0, []]);
  });

  test("an upload is stored already as far as it has come, and whole once it is over", async ({
    expect,
  }) => {
    const realm = world().realm();
    const upload = begin(realm);
    await send(upload, 3);
    await until((count) => count > 1, realm);
    const answer = answerTo(upload);
    upload.body.end(tail);
    expect(await answer).toMatchObject({ result: "success", filename: "a.bin" });
    const { attachments } = await realm.request("alice", listAttachments, {});
    expect(attachments).toMatchObject([{ name: "a.bin", size: 3 * mebibyte }]);
  });
});
