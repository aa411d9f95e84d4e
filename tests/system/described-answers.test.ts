import { answersOf, type Operation, operations } from "@team-chat/contract";
import { errorCodes } from "@team-chat/errors";
import { afterAll, beforeAll, describe, test } from "vitest";

import { exchange, type Exchange, type Sender } from "./api-examples/exchange.ts";
import { Product } from "./in-process/product.ts";
import { createPeople } from "./in-process/realm.ts";

let product: Product;
let owner: Sender;

beforeAll(async () => {
  product = await Product.start();
  const { people } = await createPeople(product);
  const found = people.find(({ name }) => name === "owner");
  if (found === undefined) throw new Error("There is no owner.");
  const [email = "", apiKey = ""] = Buffer.from(found.client.authorization.slice(6), "base64")
    .toString()
    .split(":");
  owner = { host: found.host, email, apiKey };
});

afterAll(() => product[Symbol.asyncDispose]());

/** Tells whether the answer's status, media type and code are among those of the operation's description. */
function isDescribed({ body, headers, operation, status }: Exchange): boolean {
  const answer = answersOf(operation).find((one) => one.status === status);
  if (answer === undefined) return false;
  if (answer.codes.length === 0) return true;
  if (headers["content-type"] !== "application/json") return false;
  const { code } = JSON.parse(body) as { code: string };
  return answer.codes.some((one) => {
    const facts = errorCodes[one];
    return code === ("wire" in facts ? facts.wire : one);
  });
}

function idsOf({ params }: Operation): readonly string[] {
  const ids = Object.entries(params).filter(
    ([, { schema, wire }]) => wire === "path" && schema.safeParse(7).success,
  );
  return ids.map(([name]) => name);
}

function ask(operation: Operation, id: string, sender: Sender): Promise<Exchange> {
  const params = Object.fromEntries(idsOf(operation).map((name) => [name, id]));
  const others = Object.entries(operation.params).filter(
    ([name, { wire }]) => wire === "path" && !(name in params),
  );
  const texts = Object.fromEntries(others.map(([name]) => [name, "nothing"]));
  return exchange(product.url, operation, { params: { ...params, ...texts }, sender });
}

const withIds = operations.filter((operation) => idsOf(operation).length > 0);

describe("the answers of every operation are described (docs/behaviour/api.md#error-codes)", () => {
  test("the description of every operation covers its 404 to ids that no number can be", async ({
    expect,
  }) => {
    expect(withIds.length).toBeGreaterThan(50);
    for (const operation of withIds) {
      const done = await ask(operation, "99999999999999999999", owner);
      expect([done.status, JSON.parse(done.body)], operation.name).toMatchObject([
        404,
        { result: "error", code: "NOT_FOUND" },
      ]);
      expect(isDescribed(done), operation.name).toBe(true);
    }
  });

  test("the description of every operation covers its answers to ids of nothing", async ({
    expect,
  }) => {
    for (const operation of withIds) {
      const done = await ask(operation, "2147483647", owner);
      expect(isDescribed(done), `${operation.name}: ${done.status} ${done.body}`).toBe(true);
    }
  });

  test("the description of every operation covers its answers to wrong credentials and hosts", async ({
    expect,
  }) => {
    const key = "A".repeat(32);
    for (const operation of operations) {
      const wrong = await ask(operation, "7", { ...owner, apiKey: key });
      expect(isDescribed(wrong), `${operation.name}: ${wrong.status} ${wrong.body}`).toBe(true);
      const nowhere = await ask(operation, "7", { ...owner, host: "nowhere.example.com" });
      expect(isDescribed(nowhere), `${operation.name}: ${nowhere.body}`).toBe(true);
    }
  });
});
