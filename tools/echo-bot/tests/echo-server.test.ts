import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, test } from "vitest";

import { createEchoServer } from "../src/echo-server.ts";

describe("the echo bot", () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createEchoServer("secret");
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  const post = (body: unknown, path = "/") =>
    fetch(`${url}${path}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  test("the echo bot refuses what is not for it", async ({ expect }) => {
    expect((await post({ data: "hi", token: "other" })).status).toBe(401);
    expect((await post({ token: "secret" })).status).toBe(400);
    expect((await post("not JSON")).status).toBe(400);
    expect((await post({ data: "hi", token: "secret" }, "/elsewhere")).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });

  test("the echo bot answers a mention with the text after it", async ({ expect }) => {
    const response = await post({ data: "@**Echo Bot** hello", token: "secret" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ content: "hello" });
  });

  test("the echo bot says that it is ready", async ({ expect }) => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
