import { afterAll, beforeAll, test } from "vitest";

import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";

let product: Product;
let sender: Client;
let receiver: Client;

beforeAll(async () => {
  product = await startDemo();
  sender = await Client.login(product.url, "member2@example.com");
  receiver = await Client.login(product.url, "member@example.com");
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

test("a file goes through the gateway and back, for whom a message shows it", async ({
  expect,
}) => {
  const bytes = new Uint8Array(3_000_000).map((_, index) => index % 251);
  const form = new FormData();
  form.set("whatever", new Blob([bytes]), "picture.png");
  const { url } = product;
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: "POST",
    body: form,
    headers: { authorization: sender.authorization },
  });
  const answer = (await response.json()) as { msg: string; url: string };
  expect(answer.msg).toBe("");
  const read = (client: Client) =>
    fetch(`${url}${answer.url}`, { headers: { authorization: client.authorization } });
  expect((await read(receiver)).status).toBe(404);
  expect((await fetch(`${url}${answer.url}`)).status).toBe(401);
  const message = { type: "channel", to: "general", topic: "files", content: `[p](${answer.url})` };
  expect((await sender.post("/messages", message)).msg).toBe("");
  const shown = await read(receiver);
  expect(shown.headers.get("content-type")).toBe("image/png");
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes);
  const part = await fetch(`${url}${answer.url}`, {
    headers: { authorization: receiver.authorization, range: "bytes=1000000-2999999" },
  });
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    "bytes 1000000-2999999/3000000",
  ]);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(1_000_000));
  const temporary = await receiver.get(answer.url);
  const free = await fetch(`${url}${String(temporary["url"])}`);
  expect(free.status).toBe(200);
  expect((await free.arrayBuffer()).byteLength).toBe(bytes.length);
});
