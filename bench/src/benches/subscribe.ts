import { randomUUID } from "node:crypto";

import pg from "pg";

import type { Bench, Measure } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { atRest } from "../stack/at-rest.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";

/** As many as one request may subscribe 5,000 users to. */
const channelsAtOnce = 2;

/** One request that subscribes many users to many channels, while nothing else is being done. */
export const subscribe: Bench = {
  name: "subscribe",
  description: "One request that subscribes 5,000 users to 2 new channels, until it is answered.",
  floor: "as many rows of the same columns, inserted and committed by one statement",
  rounds: 7,
  open: async ({ quick }, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const stack = await openStack(resources);
    // Before connections are opened: it takes longer than the gateway keeps idle ones.
    const members = await ensureMembers(stack, quick ? 200 : 5000);
    const api = resources.use(await ApiClient.open(stack, 1));
    const credentials = await signInOwner(api);
    const userIds = members.map(({ userId }) => userId);
    return [
      {
        label: `${userIds.length} users, ${channelsAtOnce} channels`,
        unit: "ms",
        better: "lower",
        target: { maxValue: 1000 },
        prepare: async (own) => {
          const client = new pg.Client({ connectionString: databaseUrl });
          await client.connect();
          own.defer(() => client.end());
          return {
            floor: await insertRows(client, userIds),
            ours: async () => {
              const run = randomUUID();
              const names = Array.from({ length: channelsAtOnce }, (_, i) => `${run} ${i}`);
              const parameters = {
                subscriptions: JSON.stringify(names.map((name) => ({ name }))),
                principals: JSON.stringify(userIds),
              };
              const start = performance.now();
              await api.post({ path: "/users/me/subscriptions", credentials, parameters });
              const value = performance.now() - start;
              await atRest(stack, ["channels", "messages"]);
              return { value };
            },
          };
        },
      },
    ];
  },
};

async function insertRows(client: pg.Client, userIds: readonly number[]): Promise<Measure> {
  await client.query(`
    create table floor_subscription (realm_id bigint, user_id bigint, channel_id bigint, active boolean default true, color text,
      version bigint, primary key (realm_id, user_id, channel_id));
    create index on floor_subscription (realm_id, version)`);
  let round = 0;
  return async () => {
    round += 1;
    const start = performance.now();
    await client.query(
      `insert into floor_subscription (realm_id, user_id, channel_id, color, version)
       select 1, user_id, channel_id, '#76ce90', $2 from unnest($1::int8[]) as user_id, generate_series($3::int, $4::int) as channel_id`,
      [userIds, round, round * channelsAtOnce, (round + 1) * channelsAtOnce - 1],
    );
    return { value: performance.now() - start };
  };
}
