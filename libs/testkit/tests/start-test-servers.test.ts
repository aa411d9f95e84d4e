import { createServer } from "node:http";

import { expect, test } from "vitest";

import { dockerAnswers } from "../src/run/docker-answers.ts";
import { startTestServers } from "../src/run/start-test-servers.ts";

test("no Docker engine answers where nothing listens", async () => {
  await expect(dockerAnswers("unix:///nowhere/docker.sock")).resolves.toBe(false);
  await expect(dockerAnswers("tcp://127.0.0.1:1")).resolves.toBe(false);
});

test("a Docker engine is recognised by its answer to a ping", async () => {
  const engine = createServer((request, response) => {
    response.statusCode = request.url === "/_ping" ? 200 : 404;
    response.end();
  });
  await new Promise<void>((listening) => {
    engine.listen(0, "127.0.0.1", listening);
  });
  const address = engine.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(dockerAnswers(`tcp://127.0.0.1:${port}`)).resolves.toBe(true);
  engine.close();
});

test("servers named by the environment are used, and none is started for them", async () => {
  const { servers, stop } = await startTestServers({
    DATABASE_URL: "postgres://elsewhere/postgres",
    NATS_URL: "nats://elsewhere",
    REDIS_URL: "redis://elsewhere",
  });
  expect(servers).toEqual({
    runId: expect.stringMatching(/^t[0-9a-f]{8}$/),
    postgresUrl: "postgres://elsewhere/postgres",
    natsUrl: "nats://elsewhere",
    redisUrl: "redis://elsewhere",
  });
  await stop();
});
