// No process holds files in memory that clients read slowly (docs/subsystems/uploads.md, "While it is read").
import { createHash } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

import { afterAll, beforeAll, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";

const readers = 150;
const file = Buffer.alloc(20 * 1024 * 1024, "All of it, and in this order. ");
/** Memory that 150 readers of 20 MiB may cost, garbage that was not collected yet included. */
const mostMib = 150;

let constellation: Constellation;
let reader: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  reader = await Client.login(constellation.url, "member@example.com");
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
});

async function upload(): Promise<string> {
  const body = new FormData();
  body.set("f", new Blob([file]), "long.bin");
  const { authorization } = reader;
  const response = await fetch(`${constellation.url}/api/v1/user_uploads`, {
    method: "POST",
    headers: { authorization },
    body,
  });
  const { url } = (await response.json()) as { url: string };
  return `${constellation.url}${url}`;
}

/** An answer of which nothing but the head was taken yet. */
async function begin(url: string): Promise<IncomingMessage> {
  const asked = get(url, { agent: false, headers: { authorization: reader.authorization } });
  asked.on("error", () => undefined);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response.on("error", () => undefined);
}

async function digest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

test(
  "150 slow readers of 20 MiB take next to no memory of gateway and messages, and keep nobody waiting",
  { timeout: 300_000 },
  async ({ expect }) => {
    const url = await upload();
    (await begin(url)).destroy();
    const both = [constellation.process("gateway"), constellation.process("messages")];
    const before = both.map((one) => one.residentMib());
    const slow = await Promise.all(Array.from({ length: readers }, () => begin(url)));
    // More of them than requests that a gateway has under way at once.
    expect(await reader.get("/attachments")).toMatchObject({ result: "success" });
    const growth = both.map((one, at) => one.residentMib() - (before[at] ?? 0));
    for (const mib of growth) expect(mib).toBeLessThan(mostMib);
    const gone = slow.splice(4);
    for (const response of gone) response.destroy();
    const expected = createHash("sha256").update(file).digest("hex");
    expect(await Promise.all(slow.map(digest))).toEqual(slow.map(() => expected));
  },
);
