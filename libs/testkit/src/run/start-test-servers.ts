import { randomBytes } from "node:crypto";

import { findServer } from "@team-chat/servers";

import { startContainers } from "./containers.ts";
import { dockerAnswers } from "./docker-answers.ts";
import { startLocalServers } from "./local-servers.ts";
import type { ServerSet, Wanted } from "./server-set.ts";
import type { TestServers } from "./test-servers.ts";

/**
 * Brings up PostgreSQL, NATS and Redis for one test run.
 *
 * Each of `DATABASE_URL` (a superuser's), `NATS_URL` and `REDIS_URL` wins over a server of our own. Containers are used
 * when a server program is missing here and a Docker engine answers, or when `TEST_SERVERS` is `containers`.
 */
export async function startTestServers(
  env: NodeJS.ProcessEnv,
): Promise<{ servers: TestServers; stop: () => Promise<void> }> {
  const wanted: Wanted = {
    postgres: env["DATABASE_URL"] === undefined,
    nats: env["NATS_URL"] === undefined,
    redis: env["REDIS_URL"] === undefined,
  };
  const started = await start(wanted, env["TEST_SERVERS"]);
  const { urls } = started;
  return {
    servers: {
      runId: `t${randomBytes(4).toString("hex")}`,
      postgresUrl: required(env["DATABASE_URL"] ?? urls.postgres),
      natsUrl: required(env["NATS_URL"] ?? urls.nats),
      redisUrl: required(env["REDIS_URL"] ?? urls.redis),
    },
    stop: () => started.stop(),
  };
}

async function start(wanted: Wanted, choice: string | undefined): Promise<ServerSet> {
  if (choice === "containers") return await startContainers(wanted);
  const isMissing =
    (wanted.nats && findServer("nats-server") === null) ||
    (wanted.redis && findServer("redis-server") === null);
  if (isMissing && (await dockerAnswers())) return await startContainers(wanted);
  return await startLocalServers(wanted);
}

function required(url: string | undefined): string {
  if (url === undefined) throw new Error("A server was started without a URL.");
  return url;
}
