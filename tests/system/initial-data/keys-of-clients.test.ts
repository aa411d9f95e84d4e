import { afterAll, beforeAll, describe, test } from "vitest";

import { registerParameters } from "../clients/flutter-start.ts";
import { terminalRegisterParameters } from "../clients/terminal-start.ts";
import { Product } from "../in-process/product.ts";
import { createFurnished } from "./furnished.ts";
import { valuesAt } from "./key-table.ts";
import { mobileKeys } from "./mobile-keys.ts";
import { terminalKeys } from "./terminal-keys.ts";

let product: Product;
let mobile: object;
let terminal: object;

beforeAll(async () => {
  product = await Product.start();
  const { member } = await createFurnished(product);
  mobile = (await member?.client.post("/register", registerParameters)) ?? {};
  terminal = (await member?.client.post("/register", terminalRegisterParameters)) ?? {};
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

describe("zulip-terminal is told (docs/behaviour/clients.md#terminal-client)", () => {
  test.for(terminalKeys)("zulip-terminal is told $path", ({ path, shape }, { expect }) => {
    const values = valuesAt(terminal, path);
    expect(values).not.toEqual([]);
    for (const value of values) expect(value).toSatisfy((one) => shape.safeParse(one).success);
  });

  test("zulip-terminal is told of itself among the others", ({ expect }) => {
    const [own] = valuesAt(terminal, "user_id");
    expect(valuesAt(terminal, "realm_users[].user_id")).toContain(own);
  });
});

describe("the mobile app is told (docs/behaviour/clients.md#mobile-app)", () => {
  test.for(mobileKeys)("the mobile app is told $path", ({ path, shape }, { expect }) => {
    const values = valuesAt(mobile, path);
    expect(values).not.toEqual([]);
    for (const value of values) expect(value).toSatisfy((one) => shape.safeParse(one).success);
  });
});

describe("both spellings of what has two (docs/behaviour/clients.md#wire-rules)", () => {
  test.for(["version", "feature_level", "merge_base"])(
    "the initial data have zulip_%s and service_%s with one value",
    (name, { expect }) => {
      for (const answer of [mobile, terminal])
        expect(valuesAt(answer, `service_${name}`)).toEqual(valuesAt(answer, `zulip_${name}`));
      expect(valuesAt(mobile, `service_${name}`)).not.toEqual([undefined]);
    },
  );
});
