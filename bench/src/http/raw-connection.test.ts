import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

import { afterEach, describe, expect, test } from "vitest";

import { RawConnection } from "./raw-connection.ts";

const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
const servers: Server[] = [];

afterEach(() => {
  servers.splice(0).forEach((server) => server.close());
});

async function connectTo(onRequest: (socket: Socket) => void): Promise<RawConnection> {
  const server = createServer((socket) => socket.on("data", () => onRequest(socket)));
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return await RawConnection.open(new URL(`http://localhost:${port}`));
}

describe("RawConnection", () => {
  test("RawConnection refuses a host that is not this machine", () => {
    expect(() => RawConnection.open(new URL("http://example.com"))).toThrow("loopback only");
  });

  test("RawConnection fails when nobody listens", async () => {
    await expect(RawConnection.open(new URL("http://127.0.0.1:1"))).rejects.toThrow("ECONNREFUSED");
  });

  test("RawConnection fails the request when the answer does not come", async () => {
    using connection = await connectTo(() => undefined);
    await expect(connection.request("GET /", 20)).rejects.toThrow("lost a request");
  });

  test("RawConnection fails the request when the connection ends midway, and every later one", async () => {
    using connection = await connectTo((socket) => socket.end(answer.slice(0, -1)));
    await expect(connection.request("GET /")).rejects.toThrow("closed the connection");
    await expect(connection.request("GET /")).rejects.toThrow("closed the connection");
  });

  test("RawConnection fails the request when one answer too many comes with it", async () => {
    using connection = await connectTo((socket) => socket.write(answer + answer));
    await expect(connection.request("GET /")).rejects.toThrow("beyond");
  });

  test("RawConnection refuses a second request while one is in flight", async () => {
    using connection = await connectTo((socket) => socket.write(answer));
    const first = connection.request("GET /");
    await expect(connection.request("GET /")).rejects.toThrow("in flight");
    await expect(first).resolves.toMatchObject({ status: 200 });
  });

  test("RawConnection answers one request after the other on the same connection", async () => {
    using connection = await connectTo((socket) => socket.write(answer));
    await connection.request("GET /");
    const second = await connection.request("GET /");
    expect(second.body.toString()).toBe("{}");
  });
});
