// What every operation that names a user answers when that user is deactivated, by the contract: what is not listed
// here fails.
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import { beside, cases } from "./cases.ts";
import { namings } from "./naming.ts";
import { deactivate, setStage, type Stage } from "./stage.ts";

let product: Product;
let stage: Stage;

beforeAll(async () => {
  product = await Product.start();
  stage = await setStage(product);
});
afterAll(() => product[Symbol.asyncDispose]());

const named = namings().map((naming) => ({
  ...naming,
  key: `${naming.operation.name}.${naming.parameter}`,
}));
const settings = named.filter(({ setting }) => setting !== null);
const others = named.filter(({ setting }) => setting === null);

test("every parameter that names a user is listed, and nothing else", ({ expect }) => {
  expect(Object.keys(cases).toSorted()).toEqual(others.map(({ key }) => key).toSorted());
  const withSettings = new Set(settings.map(({ operation }) => operation.name));
  expect(Object.keys(beside).toSorted()).toEqual([...withSettings].toSorted());
});

describe("somebody who is deactivated (docs/behaviour/users.md#deactivated-users)", () => {
  test.for(others.filter(({ key }) => "given" in (cases[key] ?? {})))(
    "a deactivated user is refused or taken as the table says as $key",
    async ({ key, operation }, { expect }) => {
      const found = cases[key];
      if (!found || !("given" in found)) throw new Error(`There is no case ${key}.`);
      const answer = await stage.owner.client.call(operation, found.given(stage));
      expect(answer).toMatchObject(found.answers(stage));
      await deactivate(stage);
    },
  );

  test.for(settings)(
    "a deactivated user is refused or taken as the table says in the setting $key",
    async ({ operation, parameter, setting }, { expect }) => {
      const value = { direct_members: [stage.gone.userId], direct_subgroups: [] };
      const answer = await stage.owner.client.call(operation, {
        ...beside[operation.name]?.(stage),
        [parameter]: setting === "change" ? { new: value } : value,
      });
      expect(answer).toMatchObject({
        result: "error",
        code: "BAD_REQUEST",
        msg: `Invalid user ID: ${stage.gone.userId}`,
      });
    },
  );
});
