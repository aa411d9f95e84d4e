import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

import { describe, test } from "vitest";

import { currentScope, newScope, startTracing, traced, traceparentOf } from "./index.ts";

/** A collector that keeps the bodies it is sent. */
async function startCollector() {
  const bodies: Buffer[] = [];
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      bodies.push(body);
      res.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { bodies, url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

describe("tracing", () => {
  test("tracing without an endpoint only sets the scope", async ({ expect }) => {
    const stop = await startTracing({ service: "messages" });
    const scope = newScope();
    expect(
      await traced({ name: "sendMessage", kind: "server", scope }, () =>
        Promise.resolve(currentScope()),
      ),
    ).toBe(scope);
    await stop();
  });

  test("tracing with an endpoint exports our spans and hands their ids on", async ({ expect }) => {
    const collector = await startCollector();
    const stop = await startTracing({ service: "messages", endpoint: collector.url });
    const scope = newScope();
    const inner = await traced({ name: "sendMessage", kind: "server", scope }, () =>
      Promise.resolve(currentScope()),
    );
    await stop();
    collector.stop();
    expect(inner).toMatchObject({ requestId: scope.requestId, sampled: true });
    expect(traceparentOf(inner ?? scope)).toMatch(/-01$/);
    const sent = Buffer.concat(collector.bodies);
    expect(sent.includes("sendMessage")).toBe(true);
    expect(sent.includes(Buffer.from(inner?.traceId ?? "", "hex"))).toBe(true);
  });

  test("tracing that starts again after it was stopped exports to the new endpoint", async ({
    expect,
  }) => {
    for (const name of ["first", "second"]) {
      const collector = await startCollector();
      const stop = await startTracing({ service: "messages", endpoint: collector.url });
      await traced({ name, kind: "server", scope: newScope() }, () => Promise.resolve());
      await stop();
      collector.stop();
      expect(Buffer.concat(collector.bodies).includes(name)).toBe(true);
    }
  });
});
