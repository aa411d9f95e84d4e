import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { createLogger } from "@team-chat/telemetry";
import { Router } from "express";
import { test } from "vitest";

import { createWebApp } from "./web-app.ts";

test("a request whose route throws is answered with an error that tells nothing", async ({
  expect,
}) => {
  const failing = () => {
    throw new Error("secret");
  };
  const app = createWebApp({
    documents: Router(),
    first: [Router()],
    accounts: [],
    client: Router(),
    table: { methodsOf: failing },
    logger: createLogger({ service: "gateway", level: "silent" }),
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/docs`);
  expect([response.status, await response.json()]).toEqual([
    500,
    { result: "error", msg: "Internal server error", code: "INTERNAL_ERROR" },
  ]);
  server.close();
});
