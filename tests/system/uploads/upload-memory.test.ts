// No process holds uploads in memory (docs/subsystems/uploads.md, "While it arrives").
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
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
const mostMib = 100;

let constellation: Constellation;
let sender: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  sender = await Client.login(constellation.url, "member@example.com");
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
});

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
      authorization: sender.authorization,
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

test(
  "24 uploads of 10 MiB at once take next to no memory of gateway and messages",
  { timeout: 300_000 },
  async ({ expect }) => {
    await finish(await beginUpload());
    const both = [constellation.process("gateway"), constellation.process("messages")];
    const before = both.map((one) => one.residentMib());
    const begun = await Promise.all(Array.from({ length: uploads }, beginUpload));
    const growth = both.map((one, at) => one.residentMib() - (before[at] ?? 0));
    for (const answer of await Promise.all(begun.map(finish)))
      expect(answer).toMatchObject({ result: "success" });
    for (const mib of growth) expect(mib).toBeLessThan(mostMib);
  },
);

test(
  "an upload that messages is killed in leaves no file",
  { timeout: 300_000 },
  async ({ expect }) => {
    const { attachments: before } = await sender.get("/attachments");
    const sent = await beginUpload();
    const messages = constellation.process("messages");
    await messages.kill();
    expect(await finish(sent)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await messages.start();
    expect((await sender.get("/attachments"))["attachments"]).toEqual(before);
  },
);
