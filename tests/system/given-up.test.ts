import { request } from "node:http";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { Product } from "./in-process/product.ts";
import { createPeople, type Person } from "./in-process/realm.ts";

let product: Product;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(() => product[Symbol.asyncDispose]());

async function newMember(): Promise<Person> {
  const { people } = await createPeople(product);
  const member = people.find(({ name }) => name === "member");
  if (member === undefined) throw new Error("There is no member.");
  return member;
}

test("what a client asked for that went away is asked of the database no more, and another organization is not hit", async () => {
  const [member, other] = [await newMember(), await newMember()];
  await product.settle();
  await product.database.withClient(async (client) => {
    const waiting = async () => {
      // A transaction remembers what it saw of others.
      await client.query("select pg_stat_clear_snapshot()");
      const { rows } = await client.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query not like '%pg_stat_activity%'",
      );
      return rows.length;
    };
    await client.query("begin; lock table messages.message");
    const asked = request(`${product.url}/api/v1/messages?anchor=newest&num_before=1`, {
      headers: { host: member.host, authorization: member.client.authorization },
    });
    const ended = new Promise((resolve) => {
      asked.on("error", resolve).end();
    });
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 10_000);
    asked.destroy();
    expect(await ended).toMatchObject({ code: "ECONNRESET" });
    await vi.waitFor(async () => expect(await waiting()).toBe(0), 5000);
    expect(await other.client.get("/drafts")).toMatchObject({ result: "success", count: 0 });
    await client.query("commit");
  });
  expect(
    await other.client.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }),
  ).toMatchObject({ result: "success" });
});
