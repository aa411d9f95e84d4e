import * as contract from "@team-chat/contract";
import { test } from "vitest";

import * as first from "../src/api/operations.ts";
import * as later from "../src/api/page-operations.ts";

test("every address that the client calls is that of the operation in the contract", ({
  expect,
}) => {
  for (const [name, { method, path }] of Object.entries({ ...first, ...later })) {
    const operation = contract.operations.find((one) => one.name === name);
    expect({ name, method: operation?.method, path: operation?.path }).toEqual({
      name,
      method,
      path,
    });
  }
});
