import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import { expect, test } from "vitest";

import { SenderPool } from "./sender-pool.ts";

test("a sender goes on over another connection when the server has ended the one that rested", async () => {
  const sockets: Socket[] = [];
  const server = createServer((_request, response) => response.end("{}"));
  server.on("connection", (socket: Socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}`);
  using pool = await SenderPool.open(url, 1);
  const request = `GET / HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`;
  await pool.request(request);
  expect(pool.ready).toBe(1);
  server.closeIdleConnections();
  await expect.poll(() => pool.ready).toBe(0);
  expect((await pool.request(request)).raw.toString()).toContain("200 OK");
  expect(sockets).toHaveLength(2);
  server.close();
});
