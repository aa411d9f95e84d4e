import type { Bench, Case } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { ChatRoom } from "../peers/chat-room.ts";
import { hasEjabberd, startEjabberd } from "../peers/ejabberd.ts";
import { openStack, type Stack } from "../stack.ts";
import { openListeningChannel } from "../stack/listening-channel.ts";

/** Measures how long a message takes to reach everybody who waits for it, here and in another product. */
export const fanOutPeer: Bench = {
  name: "fan-out-peer",
  description:
    "As fan-out, by one process of all services, compared with the group chat of ejabberd, its archive in PostgreSQL.",
  floor:
    "ejabberd: one message of as many bytes to N occupants of a room, to the last one's last byte",
  open: async ({ log, quick }, resources) => {
    if (!hasEjabberd()) {
      log("skipped: ejabberd is not here (Debian packages ejabberd and erlang-p1-pgsql)");
      return [];
    }
    const stack = await openStack(resources, { shape: "one" });
    const { port } = await startEjabberd(await benchPostgres(resources), resources);
    const sizes = quick ? [10, 100] : [10, 100, 1000];
    return sizes.map((size) => peerCase({ stack, port }, size));
  },
};

interface Products {
  /** Ours, in the shape that is better on one machine. */
  readonly stack: Stack;
  /** Of ejabberd. */
  readonly port: number;
}

function peerCase({ port, stack }: Products, receivers: number): Case {
  return {
    label: `${receivers} members`,
    unit: "ms",
    better: "lower",
    target: { maxRatio: receivers === 1000 ? 0.6 : 1 },
    prepare: async (resources) => {
      const channel = await openListeningChannel(stack, receivers, resources);
      const { example } = await channel.deliver();
      const room = resources.use(await ChatRoom.open(port, receivers));
      return {
        floor: () => room.deliver(example.length),
        ours: async () => (await channel.deliver()).measurement,
      };
    },
  };
}
