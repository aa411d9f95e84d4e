import { layoutOf } from "@team-chat/contract";
import {
  buckets,
  connectNats,
  countEventStreams,
  deleteEntry,
  findLayoutNote,
  type Nats,
  natsPermissions,
  noteLayout,
  provision,
  tellLayout,
} from "@team-chat/nats";
import { createDatabase, openNats, rolePassword, type Template } from "@team-chat/testkit";
import { Client } from "pg";
import { describe, onTestFinished, test } from "vitest";

import { migrateDatabase, migrateStreams } from "../src/index.ts";

const migrated: Template = {
  name: "all-services",
  migrate: async (adminUrl) => {
    await migrateDatabase({ adminUrl, passwordOf: () => rolePassword });
  },
};
const services = Object.keys(natsPermissions).filter((name) => name !== "migrate");
const settings = { replicas: 1, retentionMs: 3_600_000, maxBytes: 2 ** 26 };
const ids = "users.realm_realm_id_seq";

/** A cluster of which the newest organization has the id 100, and the processes that run there. */
class Cluster {
  readonly #url: string;
  readonly #adminUrl: string;
  readonly nats: Nats;
  readonly client: Client;

  private constructor(of: { url: string; adminUrl: string; nats: Nats; client: Client }) {
    this.#url = of.url;
    this.#adminUrl = of.adminUrl;
    this.nats = of.nats;
    this.client = of.client;
  }

  /** Opens one until the test ends; organizations are spread by the layout if it is given. */
  static async open(layout?: string): Promise<Cluster> {
    const stack = new AsyncDisposableStack();
    onTestFinished(() => stack.disposeAsync());
    const { url } = stack.use(await openNats());
    const nats = stack.adopt(await connectNats({ url, name: "test" }), (open) => open.close());
    const { adminUrl } = stack.adopt(await createDatabase(migrated), (open) => open.drop());
    const client = stack.adopt(new Client({ connectionString: adminUrl }), (open) => open.end());
    await client.connect();
    await client.query(`select setval('${ids}', 100)`);
    if (layout !== undefined) await provision(nats, { ...settings, layout: layoutOf(layout) });
    return new Cluster({ url, adminUrl, nats, client });
  }

  /** Runs migrate; returns what it says. */
  async migrate(layout: string): Promise<string> {
    const said: string[] = [];
    const report = (line: string) => void said.push(line);
    const nats = { url: this.#url };
    await migrateStreams({
      ...settings,
      adminUrl: this.#adminUrl,
      nats,
      layout: layoutOf(layout),
      report,
      answersMs: 1000,
    });
    return said.join(" ");
  }

  /** Has a process of each of these services run with a layout, until what is returned ends them. */
  async run(layout: string, names: readonly string[] = services): Promise<() => void> {
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    for (const service of names)
      await tellLayout(this.nats, {
        service,
        layout: layoutOf(layout),
        onForeign: () => undefined,
        onError: () => undefined,
        signal: stopping.signal,
      });
    return () => stopping.abort();
  }

  /** Takes the id of the next organization. */
  async nextId(): Promise<number> {
    const { rows } = await this.client.query<{ id: string }>(`select nextval('${ids}') as id`);
    return Number(rows[0]?.id);
  }
}

describe("raising PARTITIONS while everything runs (docs/hosting.md#partitions)", () => {
  test("a raise waits for the last process, and then gives new organizations the new streams", async ({
    expect,
  }) => {
    const cluster = await Cluster.open("1");
    const stop = await cluster.run("1");
    expect(await cluster.migrate("1,5000:4")).toMatch(
      /^PARTITIONS is not raised to 1,5000:4 yet, because channels has 1, events has 1, .+: run migrate again when all processes have it/,
    );
    expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "1,5000:4", before: "1" });
    expect(await countEventStreams(cluster.nats)).toBe(4);
    expect(await cluster.nextId()).toBe(101);
    await cluster.client.query(`select setval('${ids}', 4999)`);
    await expect(cluster.nextId()).rejects.toThrow("reached maximum value of sequence");
    await cluster.run("1,5000:4", services.slice(1));
    stop();
    const silent = await cluster.migrate("1,5000:4");
    expect(silent).toContain(`because nothing is heard of ${services[0]}: run migrate again`);
    await cluster.run("1,5000:4", services.slice(0, 1));
    expect(await cluster.migrate("1,5000:4")).toBe(
      "PARTITIONS is raised to 1,5000:4: organizations are created from the id 5000 on.",
    );
    expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "1,5000:4", before: null });
    expect([await cluster.nextId(), await cluster.nextId()]).toEqual([5000, 5001]);
    expect(await cluster.migrate("1,5000:4")).toBe("");
    expect(await cluster.nextId()).toBe(5002);
  });

  test("a raise that is under way leaves the earlier release as it is, and takes no other raise", async ({
    expect,
  }) => {
    const cluster = await Cluster.open("1");
    await cluster.run("1");
    await cluster.migrate("1,5000:4");
    expect(await cluster.migrate("1")).toContain("PARTITIONS is being raised to 1,5000:4");
    for (const other of ["1,6000:4", "1,5000:4,9000:8", "2"])
      await expect(cluster.migrate(other)).rejects.toThrow("none of them may move");
    expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "1,5000:4", before: "1" });
  });

  test("a raise is refused with a first id that may be reached before it is finished", async ({
    expect,
  }) => {
    const cluster = await Cluster.open("1");
    await expect(cluster.migrate("1,1100:4")).rejects.toThrow(
      "PARTITIONS is 1,1100:4, but ids of organizations are given out up to 100: take a first id above 1100",
    );
    expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "1", before: null });
    expect(await countEventStreams(cluster.nats)).toBe(1);
    expect(await cluster.migrate("1,1101:4")).toContain(
      "organizations are created from the id 1101",
    );
  });

  test("a number that would move organizations is refused while anything runs, and a lower one always", async ({
    expect,
  }) => {
    const cluster = await Cluster.open("2");
    const stop = await cluster.run("2");
    for (const text of ["1", "4", "4,5000:8"])
      await expect(cluster.migrate(text)).rejects.toThrow(
        `PARTITIONS is ${text}, but organizations are spread by 2, and none of them may move: set it to that or, to raise it, add from which id on there are more, as in 1,5000:16`,
      );
    stop();
    await expect(cluster.migrate("1")).rejects.toThrow("none of them may move");
    expect(await cluster.migrate("4")).toBe("");
    expect(await countEventStreams(cluster.nats)).toBe(4);
    expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "4", before: null });
  });

  test("a raise of streams without a note, as of an earlier release, is refused until there is one", async ({
    expect,
  }) => {
    const cluster = await Cluster.open("1");
    await forgetNote(cluster);
    await expect(cluster.migrate("1,5000:4")).rejects.toThrow(
      "PARTITIONS is 1,5000:4, but the NATS cluster has 1 event stream(s), and no note of what is where: run migrate with PARTITIONS=1 and replace all processes",
    );
    expect(await cluster.migrate("1")).toBe("");
    expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "1", before: null });
  });
});

function endIds({ client }: Cluster): Promise<unknown> {
  return client.query(`alter sequence ${ids} maxvalue 4999`);
}

function forgetNote({ nats }: Cluster): Promise<void> {
  return deleteEntry(nats, buckets.epochs, "layout");
}

/** Steps that a raise from 1 to 1,5000:4 has taken when it is killed. */
const killed: readonly (readonly [string, (cluster: Cluster) => Promise<unknown>])[] = [
  ["ids have an end", endIds],
  [
    "the layout is noted",
    async (cluster) => {
      await endIds(cluster);
      await noteLayout(cluster.nats, { layout: "1,5000:4", before: "1" });
    },
  ],
  [
    "no process may have the earlier layout any more",
    async (cluster) => {
      await endIds(cluster);
      await noteLayout(cluster.nats, { layout: "1,5000:4", before: null });
    },
  ],
];

describe("a raise that is killed (docs/hosting.md#partitions)", () => {
  test.for(killed)(
    "a raise that is killed when %s is finished by the next one",
    async ([, kill], { expect }) => {
      const cluster = await Cluster.open("1");
      await kill(cluster);
      await cluster.run("1,5000:4");
      expect(await cluster.migrate("1,5000:4")).toContain("created from the id 5000 on");
      expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "1,5000:4", before: null });
      expect(await countEventStreams(cluster.nats)).toBe(4);
      expect(await cluster.nextId()).toBe(5000);
    },
  );

  test("a raise that is given up before it is noted leaves ids without an end", async ({
    expect,
  }) => {
    const cluster = await Cluster.open("1");
    await endIds(cluster);
    await cluster.migrate("1");
    await cluster.client.query(`select setval('${ids}', 4999)`);
    expect(await cluster.nextId()).toBe(5000);
  });

  test("a raise whose note NATS has lost goes on where it was", async ({ expect }) => {
    const cluster = await Cluster.open("1");
    const stop = await cluster.run("1");
    await cluster.migrate("1,5000:4");
    await forgetNote(cluster);
    expect(await cluster.migrate("1,5000:4")).toContain("because channels has 1");
    expect(await findLayoutNote(cluster.nats)).toEqual({ layout: "1,5000:4", before: "1" });
    stop();
  });
});
