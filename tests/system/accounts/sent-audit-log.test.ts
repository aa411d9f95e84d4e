import { Receiver } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";
import { request } from "../request.ts";

let product: Product;
let owner: Person;

beforeAll(async () => {
  product = await Product.start();
  const { people } = await createPeople(product);
  const found = people.find(({ name }) => name === "owner");
  if (found === undefined) throw new Error("There is no owner.");
  owner = found;
});
afterAll(() => product[Symbol.asyncDispose]());

/** Reads what a program would that asks for the log itself. */
async function stream(): Promise<string> {
  const { authorization } = owner.client;
  const { body } = await request(product.url, {
    method: "GET",
    path: "/api/v1/audit_log/stream",
    host: owner.host,
    headers: { authorization },
  });
  return body;
}

describe("the audit log of all services (docs/behaviour/audit.md#sending)", () => {
  test("a server is sent what users, channels and messages write down, as the stream has it", async ({
    expect,
  }) => {
    await using receiver = await Receiver.start();
    const { client, userId } = owner;
    await client.post("/audit_log/destinations", { name: "SIEM", url: receiver.url });
    await client.post("/channel_folders/create", { name: "Projects" });
    await client.post("/legal_holds", { user_id: userId, reason: "Case 7" });
    await client.patch("/realm", { description: "Everything" });
    const wanted = await stream();
    const sent = () => receiver.requests.map(({ body }) => body).join("");
    while (sent().length < wanted.length) await receiver.hasGot(receiver.requests.length + 1);
    const services = ({ service }: { readonly service: string }) => service;
    const parse = (text: string) =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { readonly service: string; readonly cursor: string });
    const bySide = (text: string, service: string) =>
      parse(text)
        .filter((line) => line.service === service)
        .map((line) => ({ ...line, cursor: "" }));
    expect(new Set(parse(sent()).map(services))).toEqual(
      new Set(["users", "channels", "messages"]),
    );
    for (const service of ["users", "channels", "messages"])
      expect(bySide(sent(), service)).toEqual(bySide(wanted, service));
    expect(parse(sent()).at(-1)?.cursor).toBe(parse(wanted).at(-1)?.cursor);
  });
});
