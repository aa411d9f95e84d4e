import { Client } from "../client.ts";
import type { Constellation } from "../constellation.ts";
import { Comparison, type Difference } from "../imports/differences.ts";

/** Tells what a person noticed of a rename who goes on at the address that was before. */
interface Noticed {
  /** Code with which the poll that waited was refused. */
  readonly poll: unknown;
  /** Between what was found at the address before, and what is found at either address now. */
  readonly differences: readonly Difference[];
  /** True when a message that was sent to the new address is heard at the one before. */
  readonly isHeard: boolean;
}

/** Describes what somebody notices who hears of a lost queue alone, and registers again. */
export const goesOn: Noticed = { poll: "BAD_EVENT_QUEUE_ID", differences: [], isHeard: true };

const name = "renamed";

/** Renames the organization of the root domain, `users` being killed meanwhile, and then back. */
export async function renameThroughKill(
  constellation: Constellation,
  person: Client,
): Promise<Noticed> {
  const { host } = new URL(constellation.url);
  const hosts = { before: host, after: `${name}.${host}` };
  const before = await person.post("/register", {});
  const polled = person.get("/events", { queue_id: before["queue_id"], last_event_id: -1 });

  const release = await constellation.lock("users.realm_address", "access exclusive");
  const interrupted = constellation.realm("rename", "", "--to", name).catch(() => undefined);
  await constellation.hasRow(`
    select from pg_locks l where not l.granted and l.relation = 'users.realm_address'::regclass`);
  await constellation.process("users").kill();
  await interrupted;
  await release();
  await constellation.process("users").start();
  await constellation.realm("rename", "", "--to", name);

  const comparison = new Comparison(hosts);
  const moved = await Client.login(constellation.url, person.email, hosts.after);
  for (const client of [person, moved])
    comparison.compare("register", before, await client.post("/register", {}));
  const listener = await person.listen();
  const message = { type: "channel", to: "general", topic: "moved", content: "Here" };
  await moved.post("/messages", message);
  await listener.heard("Here");
  await listener.stop();
  const isHeard = listener.contents.length === 1 && listener.problems.length === 0;
  await constellation.realm("rename", name, "--to", "");
  return { poll: (await polled)["code"], differences: comparison.found, isHeard };
}
