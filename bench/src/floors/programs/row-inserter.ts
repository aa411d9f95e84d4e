import pg from "pg";

export interface FloorRow {
  readonly realmId: number;
  readonly recipientId: number;
  readonly senderId: number;
  readonly topic: string;
  readonly content: string;
}

const columns = "realm_id, recipient_id, sender_id, topic, content";

/** Writes rows that are fsynced when the promise resolves: bare `pg`, one connection, named prepared statements. */
export class RowInserter {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @throws Error when the server does not make commits durable: such a floor would be too low. */
  static async connect(connectionString: string): Promise<RowInserter> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const settings = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')",
    );
    const off = settings.rows.find(({ setting }) => setting !== "on");
    if (off !== undefined) {
      await client.end();
      throw new Error(`${off.name} is ${off.setting}: the inserts would not be durable`);
    }
    await client.query(`create table if not exists floor_message (
      realm_id integer not null, id bigint generated always as identity, recipient_id bigint not null,
      sender_id bigint not null, topic text not null, content text not null,
      sent_at timestamptz not null default now(), primary key (realm_id, id))`);
    return new RowInserter(client);
  }

  async insertOne(row: FloorRow): Promise<void> {
    await this.#client.query({
      name: "insert-one",
      text: `insert into floor_message (${columns}) values ($1, $2, $3, $4, $5) returning id`,
      values: [row.realmId, row.recipientId, row.senderId, row.topic, row.content],
    });
  }

  async insertMany(rows: readonly FloorRow[]): Promise<void> {
    await this.#client.query({
      name: "insert-many",
      text: `insert into floor_message (${columns})
        select * from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) returning id`,
      values: [
        rows.map(({ realmId }) => realmId),
        rows.map(({ recipientId }) => recipientId),
        rows.map(({ senderId }) => senderId),
        rows.map(({ topic }) => topic),
        rows.map(({ content }) => content),
      ],
    });
  }
}

/** Returns a row of the size of an ordinary chat message (100 characters). */
export function sampleRow(content = "x".repeat(100)): FloorRow {
  return { realmId: 1, recipientId: 7, senderId: 11, topic: "lunch", content };
}
