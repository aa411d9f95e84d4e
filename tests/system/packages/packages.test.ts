import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { startTracing } from "@team-chat/telemetry";
import { afterAll, beforeAll, test } from "vitest";

import { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";
import { request } from "../request.ts";
import { CalledFunctions } from "./called-functions.ts";
import { type Kind, rounds, unreached, work } from "./unreached.ts";

let product: Product;
let owner: Person;
let functions: CalledFunctions;

beforeAll(async () => {
  functions = await CalledFunctions.watch();
  product = await Product.start({ LOG_LEVEL: "info", REQUEST_LOG_EVERY: "1" });
  const { people } = await createPeople(product);
  const found = people.find(({ name }) => name === "owner");
  if (found === undefined) throw new Error("There is no owner.");
  owner = found;
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await functions[Symbol.asyncDispose]();
});

const send = () => {
  const message = { type: "direct", to: [owner.userId], content: "Good morning" };
  return owner.client.post("/messages", message);
};
const requests: Readonly<Record<Kind, () => Promise<unknown>>> = {
  send,
  register: () => owner.client.post("/register", { event_types: ["message"] }),
  // Goes over HTTP to the service, as long bodies do; other requests go over connections.
  head: () =>
    request(product.url, {
      method: "HEAD",
      path: "/api/v1/users/me",
      host: owner.host,
      headers: { authorization: owner.client.authorization },
    }),
  page: () => request(product.url, { path: "/docs" }),
};

async function callsOf(kind: Kind): Promise<ReadonlyMap<string, number>> {
  await requests[kind]();
  await product.settle();
  await functions.count();
  for (let round = 0; round < rounds; round += 1) await requests[kind]();
  // Events of what was sent reach queues after the answer.
  if (kind === "send") await product.settle();
  return functions.count();
}

test("each package of the stack works for requests", async ({ expect }) => {
  const called = {
    send: await callsOf("send"),
    register: await callsOf("register"),
    head: await callsOf("head"),
    page: await callsOf("page"),
  };
  expect(unreached(called)).toEqual([]);
  expect(called.page.get("ioredis/built/Redis.js sendCommand") ?? 0).toBeLessThan(rounds);
});

test("a package that requests only pass by counts as unreached", ({ expect }) => {
  const working = new Map(Object.values(work).map(({ runs }) => [runs, rounds]));
  // What runs when Express holds one handler for everything, and finds no route.
  const passing = new Map(working);
  passing.delete(work["express"]?.runs ?? "");
  passing.set("express/lib/application.js handle", rounds).set("router/index.js handle", rounds);
  const all = { send: working, register: working, head: working, page: working };
  expect(unreached(all)).toEqual([]);
  expect(unreached({ ...all, head: passing })).toEqual(["express"]);
  const seldom = new Map([...working].map(([name, calls]) => [name, calls - 1]));
  expect(unreached({ ...all, register: seldom })).toEqual(["@nats-io/kv"]);
});

test("a request leaves spans of each process that it passes, exported by OpenTelemetry", async ({
  expect,
}) => {
  const bodies: Buffer[] = [];
  const collector = createServer((req, res) => {
    void buffer(req).then((body) => {
      bodies.push(body);
      res.end();
    });
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const stop = await startTracing({ service: "tests", endpoint });
  await send();
  await stop();
  collector.close();
  const exported = Buffer.concat(bodies).toString("latin1");
  for (const span of ["sendMessage", "messages sendMessage", "call getAuthState"])
    expect(exported).toContain(span);
});
