// No process holds files in memory (docs/subsystems/uploads.md, "While it arrives" and "While it is read").
import { createHash } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";

import { afterAll, beforeAll, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";

const uploads = 24;
const mebibytes = 10;
const chunk = Buffer.alloc(1024 * 1024, 7);
const boundary = "----Memory";
const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;
/** Memory that 240 MiB of uploads may cost, garbage that was not collected yet included. */
const mostMibOfUploads = 100;

const readers = 150;
const file = Buffer.alloc(20 * 1024 * 1024, "All of it, and in this order. ");
/** Memory that 150 readers of 20 MiB may cost, garbage that was not collected yet included. */
const mostMibOfReaders = 150;

let constellation: Constellation;
let member: Client;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, { apart: ["messages", "gateway"] });
  member = await Client.login(constellation.url, "member@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

/** Memory of the processes that files go through, in MiB. */
function residentMib(): readonly number[] {
  return [constellation.process("gateway"), constellation.process("messages")].map((one) =>
    one.residentMib(),
  );
}

interface Upload {
  readonly sent: ClientRequest;
  /** Awaited from the start: it may come before the file was sent to its end. */
  readonly response: Promise<IncomingMessage>;
}

/** Sends a file but for its end. */
async function beginUpload(): Promise<Upload> {
  const sent = request(`${constellation.url}/api/v1/user_uploads`, {
    method: "POST",
    headers: {
      authorization: member.authorization,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": head.length + mebibytes * chunk.length + tail.length,
    },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).on("error", reject);
  });
  // Whoever awaits it is told of an error.
  response.catch(() => undefined);
  sent.write(head);
  for (let number = 0; number < mebibytes; number += 1)
    if (!sent.write(chunk)) await once(sent, "drain");
  return { sent, response };
}

async function finish({ sent, response }: Upload): Promise<unknown> {
  sent.end(tail);
  return json(await response);
}

async function uploadFile(): Promise<string> {
  const body = new FormData();
  body.set("f", new Blob([file]), "long.bin");
  const { authorization } = member;
  const response = await fetch(`${constellation.url}/api/v1/user_uploads`, {
    method: "POST",
    headers: { authorization },
    body,
  });
  const { url } = (await response.json()) as { url: string };
  return `${constellation.url}${url}`;
}

/** Begins to read; of the answer nothing but the head was taken yet. */
async function beginReading(url: string): Promise<IncomingMessage> {
  const asked = get(url, { agent: false, headers: { authorization: member.authorization } });
  asked.on("error", () => undefined);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response.on("error", () => undefined);
}

async function digest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of chunks) hash.update(part);
  return hash.digest("hex");
}

test(
  "24 uploads of 10 MiB at once take next to no memory of gateway and messages",
  { timeout: 300_000 },
  async ({ expect }) => {
    await finish(await beginUpload());
    const before = residentMib();
    const begun = await Promise.all(Array.from({ length: uploads }, beginUpload));
    const growth = residentMib().map((mib, at) => mib - (before[at] ?? 0));
    for (const answer of await Promise.all(begun.map(finish)))
      expect(answer).toMatchObject({ result: "success" });
    for (const mib of growth) expect(mib).toBeLessThan(mostMibOfUploads);
  },
);

test(
  "an upload that messages is killed in leaves no file",
  { timeout: 300_000 },
  async ({ expect }) => {
    const { attachments: before } = await member.get("/attachments");
    const sent = await beginUpload();
    const messages = constellation.process("messages");
    await messages.kill();
    expect(await finish(sent)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await messages.start();
    expect((await member.get("/attachments"))["attachments"]).toEqual(before);
  },
);

test(
  "150 slow readers of 20 MiB take next to no memory of gateway and messages, and keep nobody waiting",
  { timeout: 300_000 },
  async ({ expect }) => {
    // What a process once took for uploads it would use again.
    const gateway = constellation.process("gateway");
    await gateway.stop();
    await gateway.start();
    const url = await uploadFile();
    (await beginReading(url)).destroy();
    const before = residentMib();
    const slow = await Promise.all(Array.from({ length: readers }, () => beginReading(url)));
    // More of them than requests that a gateway has under way at once.
    expect(await member.get("/attachments")).toMatchObject({ result: "success" });
    const growth = residentMib().map((mib, at) => mib - (before[at] ?? 0));
    for (const mib of growth) expect(mib).toBeLessThan(mostMibOfReaders);
    const gone = slow.splice(4);
    for (const response of gone) response.destroy();
    const expected = createHash("sha256").update(file).digest("hex");
    expect(await Promise.all(slow.map(digest))).toEqual(slow.map(() => expected));
  },
);
