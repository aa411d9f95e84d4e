import { Writable } from "node:stream";

import { createLogger } from "@team-chat/telemetry";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { registerThrough } from "./calls.ts";
import { userOf, World } from "./world.ts";

const world = useWorld(() => World.create());
/** So many that some are in slots of whichever process. */
const queues = 40;

test("a process says how many queues it took over from others", async ({ expect }) => {
  const { pool } = await world().start();
  for (let user = 1; user <= queues; user += 1) await registerThrough(pool, userOf(user));
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  await world().start({ log: createLogger({ service: "events", level: "info", to }) });
  await expect
    .poll(() => lines.join(""))
    .toMatch(/"queues":[1-9]\d*,"processes":2.+took over queues that nobody has polled here yet/);
});
