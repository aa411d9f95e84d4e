import { test } from "vitest";

import { inProcessVariables } from "./in-process.ts";

test("services of one process reach each other in it, and others where they are", ({ expect }) => {
  const running = ["users", "messages", "gateway"];
  const addresses = { USERS_URL: "inproc://users", MESSAGES_URL: "inproc://messages" };
  expect(inProcessVariables("users", running)).toEqual({ ...addresses, IN_PROCESS_NAME: "users" });
  expect(inProcessVariables("gateway", running)).toEqual(addresses);
});
