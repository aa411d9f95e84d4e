import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { createTargetGuard } from "@team-chat/target-guard";
import { Agent, request } from "undici";
import { describe, test } from "vitest";

import { guardedConnector } from "./guarded-connector.ts";

/** A server on an allowed address, and a client whose names resolve to these addresses, one set after the other. */
async function open(answers: readonly (readonly string[])[]) {
  const server = createServer((_request, response) => response.end("in"));
  server.keepAliveTimeout = 1;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const rest = [...answers];
  const connect = await guardedConnector(
    createTargetGuard(["127.0.0.1/32"]),
    (_name, _options, callback) => {
      const addresses = rest.shift() ?? [];
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    },
  );
  const agent = new Agent({ connect });
  const { port } = server.address() as AddressInfo;
  return {
    call: async () => {
      const { body } = await request(`http://bot.example:${port}/`, {
        dispatcher: agent,
        reset: true,
      });
      return body.text();
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy();
      server.close();
    },
  };
}

describe("the connector of webhooks", () => {
  test("the connector of webhooks refuses a name when one of its addresses is refused", async ({
    expect,
  }) => {
    await using client = await open([["127.0.0.1", "127.0.0.2"]]);
    await expect(client.call()).rejects.toMatchObject({ name: "TargetRefused" });
  });

  test("the connector of webhooks uses the address that it checked, and checks again when the name has moved", async ({
    expect,
  }) => {
    await using client = await open([["127.0.0.1"], ["127.0.0.2"]]);
    expect(await client.call()).toBe("in");
    await expect(client.call()).rejects.toMatchObject({ name: "TargetRefused" });
  });
});
