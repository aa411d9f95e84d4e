import type { Bench, Case } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { FanOutFloor } from "../floors/fan-out.ts";
import { openStack, type Stack } from "../stack.ts";
import { openListeningChannel } from "../stack/listening-channel.ts";

/** Measures how long a message takes to reach everybody who waits for it. */
export const fanOut: Bench = {
  name: "fan-out",
  description: "One message to N long-polling members: from the send to the last one's last byte.",
  floor: "one durable insert, then the same response bytes written to N bare parked sockets",
  open: async ({ quick }, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const stack = await openStack(resources);
    const sizes = quick ? [10, 100] : [10, 100, 1000, 5000];
    return sizes.map((size) => fanOutCase(stack, databaseUrl, size));
  },
};

function fanOutCase(stack: Stack, databaseUrl: string, receivers: number): Case {
  return {
    label: `${receivers} members`,
    unit: "ms",
    better: "lower",
    ...(receivers === 1000 ? { target: { maxRatio: 2 } } : {}),
    prepare: async (resources) => {
      const channel = await openListeningChannel(stack, receivers, resources);
      const floor = await FanOutFloor.start({ receivers, databaseUrl }, resources);
      await floor.respondWith((await channel.deliver()).example);
      return {
        floor: () => floor.measure(),
        ours: async () => (await channel.deliver()).measurement,
      };
    },
  };
}
