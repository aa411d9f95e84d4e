import { setTimeout as delay } from "node:timers/promises";

import { jetstreamManager } from "@nats-io/jetstream";
import { connectNats, type Nats } from "@team-chat/nats";
import pg from "pg";

import { patient } from "./patient.ts";

interface SettleOptions {
  /** The superuser's URL of the database whose outboxes must run empty. */
  readonly adminUrl: string;
  readonly natsUrl: string;
  /** Time without any progress after which waiting ends, in ms; a minute when left out. */
  readonly timeoutMs?: number;
  /** The durable consumers that somebody serves; all when left out. */
  readonly durables?: readonly string[];
}

const lookEveryMs = 10;

/**
 * Returns when every committed event was published and every durable consumer has handled it.
 * @throws Error naming what is stuck when that does not happen in time.
 */
export async function settle(options: SettleOptions): Promise<void> {
  await using settler = await Settler.open(options);
  await settler.settle();
}

interface Connections {
  readonly client: pg.Client;
  readonly nats: Nats;
  /** Schemas that have an outbox. */
  readonly outboxes: readonly string[];
}

/** Waits again and again for one database and one NATS server: to connect to them takes longer than most waits. */
export class Settler implements AsyncDisposable {
  readonly #options: SettleOptions;
  readonly #connections: Connections;

  private constructor(options: SettleOptions, connections: Connections) {
    this.#options = options;
    this.#connections = connections;
  }

  /** Connects; the tables are there by then. */
  static async open(options: SettleOptions): Promise<Settler> {
    const nats = await connectNats({ url: options.natsUrl, name: "settle" });
    const client = new pg.Client({ connectionString: options.adminUrl });
    await client.connect();
    return new Settler(options, { client, nats, outboxes: await listOutboxes(client) });
  }

  /** Does what `settle` does. */
  async settle(): Promise<void> {
    const { durables, timeoutMs = 60_000 } = this.#options;
    const { client, nats, outboxes } = this.#connections;
    const manager = await jetstreamManager(nats, patient);
    let before = "";
    let since = performance.now();
    for (;;) {
      const end = await endOfStreams(manager);
      // In this order: what was handled may have written more, and that may be published by now.
      const stuck = [
        ...(await unhandled(manager, durables)),
        ...(await unpublished(client, outboxes)),
      ];
      if (stuck.length === 0 && end === (await endOfStreams(manager))) return;
      const now = stuck.join("; ");
      if (now !== before) since = performance.now();
      if (performance.now() > since + timeoutMs) throw new Error(`Not settled: ${now}`);
      before = now;
      await delay(lookEveryMs);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connections.client.end();
    await this.#connections.nats.close();
  }
}

async function listOutboxes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ schema: string }>(
    "select table_schema as schema from information_schema.tables where table_name = 'outbox' order by 1",
  );
  return rows.map(({ schema }) => schema);
}

async function unpublished(
  client: pg.Client,
  schemas: readonly string[],
): Promise<readonly string[]> {
  const stuck: string[] = [];
  for (const schema of schemas) {
    const table = `${client.escapeIdentifier(schema)}.outbox`;
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${table} where published_at is null`,
    );
    if (rows[0]?.count !== "0") stuck.push(`${rows[0]?.count} rows in ${schema}.outbox`);
  }
  return stuck;
}

/** Reads the last sequence of each stream. */
async function endOfStreams(
  manager: Awaited<ReturnType<typeof jetstreamManager>>,
): Promise<string> {
  const ends: string[] = [];
  for await (const { config, state } of manager.streams.list())
    if (config.name.startsWith("EVENTS_")) ends.push(`${config.name} ${state.last_seq}`);
  return ends.join();
}

async function unhandled(
  manager: Awaited<ReturnType<typeof jetstreamManager>>,
  durables?: readonly string[],
): Promise<readonly string[]> {
  const stuck: string[] = [];
  for await (const { config } of manager.streams.list()) {
    if (!config.name.startsWith("EVENTS_")) continue;
    for await (const consumer of manager.consumers.list(config.name)) {
      const waiting = consumer.num_pending + consumer.num_ack_pending;
      const durable = consumer.config.durable_name;
      const isServed = durable !== undefined && durables?.includes(durable) !== false;
      if (isServed && waiting > 0)
        stuck.push(`${waiting} bundles of ${config.name} for ${durable}`);
    }
  }
  return stuck;
}
