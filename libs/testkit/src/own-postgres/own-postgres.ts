import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { type ServerHandle, startPostgres } from "@team-chat/servers";
import pg from "pg";

import type { TestDatabase } from "../databases/create-database.ts";
import { roleUrl } from "../databases/role-url.ts";
import type { Template } from "../databases/template.ts";
import { nextLook } from "../next-look.ts";
import { TcpRelay } from "./tcp-relay.ts";

const lookEveryMs = 20;

/** Data folders of stopped servers that this process has made from templates, by the name of each. */
const prepared = new Map<string, Promise<string>>();

/**
 * A PostgreSQL of its own that archives its WAL, can be put back, and can be followed by a replica; whatever becomes of
 * it, it has one address.
 */
export class OwnPostgres implements TestDatabase {
  readonly name = "postgres";
  readonly #dir: string;
  readonly #relay: TcpRelay;
  #server: ServerHandle;
  #dataDir: string;
  #replica: ServerHandle | undefined;
  #replicaDir = "";
  /** Number of folders that were made for copies. */
  #copies = 0;

  private constructor(parts: {
    dir: string;
    dataDir: string;
    server: ServerHandle;
    relay: TcpRelay;
  }) {
    this.#dir = parts.dir;
    this.#dataDir = parts.dataDir;
    this.#server = parts.server;
    this.#relay = parts.relay;
  }

  /** Starts one that is empty, or has what a template makes, which is made once in each process. */
  static async start(template?: Template): Promise<OwnPostgres> {
    const dir = newFolder();
    const archive = path.join(dir, "archive");
    mkdirSync(archive);
    chmodSync(archive, 0o777);
    const dataDir = path.join(dir, "first");
    if (template !== undefined) copyFolder(await preparedFor(template), dataDir);
    const server = await startPostgres({ dataDir, durable: true, settings: archiving(archive) });
    return new OwnPostgres({ dir, dataDir, server, relay: await TcpRelay.to(server.port) });
  }

  get adminUrl(): string {
    return this.#server.url.replace(`:${this.#server.port}/`, `:${this.#relay.port}/`);
  }

  urlFor(role: string): string {
    return roleUrl(this.adminUrl, role);
  }

  /** Copies the stopped server's files; returns what puts them back in place of what came later. */
  async copyCold(): Promise<() => Promise<void>> {
    const copy = this.#newFolder("cold");
    await this.#restart(() => copyFolder(this.#dataDir, copy));
    return () =>
      this.#restart(() => {
        rmSync(this.#dataDir, { recursive: true });
        copyFolder(copy, this.#dataDir);
      });
  }

  /** Makes a base backup of the running server, as `pg_basebackup` does, which its package does not have. */
  async backUp(): Promise<string> {
    const backup = this.#newFolder("backup");
    const client = await this.#connect(this.#server);
    await client.query("select pg_backup_start('test', true)");
    copyFolder(this.#dataDir, backup);
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop()",
    );
    rmSync(path.join(backup, "postmaster.pid"));
    rmSync(path.join(backup, "pg_wal"), { recursive: true });
    makeOwned(backup, "pg_wal", () => mkdirSync(path.join(backup, "pg_wal")));
    makeOwned(backup, "backup_label", () =>
      writeFileSync(path.join(backup, "backup_label"), rows[0]?.labelfile ?? ""),
    );
    await client.end();
    return backup;
  }

  /** Resolves when the archive has everything that was written before this call. */
  async archived(): Promise<void> {
    const [written] = await this.query<{ file: string }>(
      "select pg_walfile_name(pg_switch_wal()) as file",
    );
    for (;;) {
      const [archiver] = await this.query<{ file: string | null }>(
        "select last_archived_wal as file from pg_stat_archiver",
      );
      if ((archiver?.file ?? "") >= (written?.file ?? "")) return;
      await nextLook();
    }
  }

  /** Ends the server with SIGKILL, and restores the backup and the archive up to a moment in its place. */
  async restoreTo(backup: string, moment: Date): Promise<void> {
    await killed(this.#server);
    const dataDir = this.#newFolder("restored");
    copyFolder(backup, dataDir);
    makeOwned(dataDir, "recovery.signal", () =>
      writeFileSync(path.join(dataDir, "recovery.signal"), ""),
    );
    const archive = path.join(this.#dir, "archive");
    this.#server = await startPostgres({
      dataDir,
      durable: true,
      settings: {
        ...archiving(archive),
        restore_command: `cp "${archive}/%f" "%p"`,
        // Names of time zones are not known yet when it is read.
        recovery_target_time: moment.toISOString().replace("Z", "+00"),
        recovery_target_action: "promote",
      },
    });
    this.#dataDir = dataDir;
    this.#relay.leadTo(this.#server.port);
    await this.#until(this.#server, "select not pg_is_in_recovery() as yes");
  }

  /** Starts a replica that follows the server. */
  async follow(): Promise<void> {
    const backup = await this.backUp();
    const dataDir = this.#newFolder("replica");
    copyFolder(backup, dataDir);
    makeOwned(dataDir, "standby.signal", () =>
      writeFileSync(path.join(dataDir, "standby.signal"), ""),
    );
    const conninfo = `host=127.0.0.1 port=${this.#server.port} user=postgres password=postgres`;
    appendFileSync(
      path.join(dataDir, "postgresql.auto.conf"),
      `primary_conninfo = '${conninfo}'\n`,
    );
    this.#replica = await startPostgres({ dataDir, durable: true });
    this.#replicaDir = dataDir;
    await this.#until(this.#replica, "select count(*) > 0 as yes from pg_stat_wal_receiver");
  }

  /** Lets the replica receive nothing more; what it has it has. */
  async pauseReplica(): Promise<void> {
    const client = await this.#connect(this.#mustReplica());
    await client.query("alter system set primary_conninfo = ''");
    await client.query("select pg_reload_conf()");
    await client.end();
    await this.#until(this.#mustReplica(), "select count(*) = 0 as yes from pg_stat_wal_receiver");
  }

  /** Ends the server with SIGKILL and promotes the replica in its place. */
  async promote(): Promise<void> {
    const replica = this.#mustReplica();
    await killed(this.#server);
    const client = await this.#connect(replica);
    await client.query("select pg_promote()");
    await client.end();
    this.#server = replica;
    this.#replica = undefined;
    this.#dataDir = this.#replicaDir;
    this.#relay.leadTo(this.#server.port);
  }

  /** Asks the server that is written on. */
  async query<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
    const client = await this.#connect(this.#server);
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async drop(): Promise<void> {
    await this.#relay[Symbol.asyncDispose]();
    await this.#replica?.stop();
    await this.#server.stop();
    rmSync(this.#dir, { recursive: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drop();
  }

  #newFolder(purpose: string): string {
    this.#copies += 1;
    return path.join(this.#dir, `${purpose}-${this.#copies}`);
  }

  #mustReplica(): ServerHandle {
    if (this.#replica === undefined) throw new Error("There is no replica.");
    return this.#replica;
  }

  async #restart(meanwhile: () => void): Promise<void> {
    await this.#server.stop();
    meanwhile();
    const settings = archiving(path.join(this.#dir, "archive"));
    this.#server = await startPostgres({ dataDir: this.#dataDir, durable: true, settings });
    this.#relay.leadTo(this.#server.port);
  }

  async #connect({ url }: ServerHandle): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  async #until(server: ServerHandle, question: string): Promise<void> {
    const client = await this.#connect(server);
    for (;;) {
      const { rows } = await client.query<{ yes: boolean }>(question);
      if (rows[0]?.yes === true) break;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    await client.end();
  }
}

function newFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), "own-postgres-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(dir, 0o711);
  return dir;
}

/** Returns a data folder with what a template makes, to be copied; it goes with the folder of the run. */
function preparedFor(template: Template): Promise<string> {
  const known = prepared.get(template.name) ?? prepare(template);
  prepared.set(template.name, known);
  return known;
}

async function prepare({ migrate }: Template): Promise<string> {
  const dataDir = path.join(newFolder(), "prepared");
  await using server = await startPostgres({ dataDir, durable: true });
  await migrate(server.url);
  return dataDir;
}

function archiving(archive: string): Readonly<Record<string, string>> {
  return { archive_mode: "on", archive_command: `cp "%p" "${archive}/%f"`, archive_timeout: "1" };
}

/** Copies a folder with its owners. */
function copyFolder(from: string, to: string): void {
  execFileSync("sh", [
    "-c",
    'cp -a "$1" "$2" 2>/dev/null; test -f "$2/PG_VERSION"',
    "sh",
    from,
    to,
  ]);
}

/** Makes something in a data folder, and gives it to whom the folder belongs. */
function makeOwned(folder: string, name: string, make: () => void): void {
  make();
  execFileSync("chown", [`--reference=${folder}`, path.join(folder, name)]);
  execFileSync("chmod", ["u=rwX,go=", path.join(folder, name)]);
}

async function killed(server: ServerHandle): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await server.exited;
}
