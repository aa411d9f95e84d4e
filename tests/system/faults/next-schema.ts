import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { servicesWithDatabase } from "@team-chat/migrate";
import { rolePassword } from "@team-chat/testkit";

const root = path.join(import.meta.dirname, "../../..");

/** Keys of tables that every request needs, by service. */
const tables = {
  users: ["account", "realm_id, user_id"],
  channels: ["subscription", "realm_id, user_id, channel_id"],
  messages: ["message", "realm_id, id"],
} as const;

interface Places {
  readonly adminUrl: string;
  readonly natsUrl: string;
  /** Value of `PARTITIONS`; one stream when left out. */
  readonly layout?: string;
}

/** Changes as a release may make them to a large table, by file. */
function changesOf([table, key]: readonly [table: string, key: string]) {
  return {
    "9997-next.sql": `alter table ${table} add column next_release text;\n`,
    "9998-next.sql": `-- runs: in batches of ${table} by ${key}\nupdate ${table} set next_release = 'none' where {batch};\n`,
    "9999-next.sql": `-- runs: concurrently\ncreate index concurrently ${table}_next_release on ${table} (realm_id, next_release);\n`,
  };
}

/** The migrate program of a release after this one: its migrations, and further ones that add columns and indexes. */
export class NextSchema implements Disposable {
  readonly #dir = mkdtempSync(path.join(tmpdir(), "next-schema-"));

  constructor() {
    const copied = ["tools/migrate/src", ...servicesWithDatabase.map((one) => migrationsOf(one))];
    for (const folder of copied)
      cpSync(path.join(root, folder), path.join(this.#dir, folder), { recursive: true });
    for (const [service, table] of Object.entries(tables))
      for (const [name, text] of Object.entries(changesOf(table)))
        writeFileSync(path.join(this.#dir, migrationsOf(service), name), text);
    symlinkSync(path.join(root, "node_modules"), path.join(this.#dir, "node_modules"));
    writeFileSync(path.join(this.#dir, "package.json"), '{ "type": "module" }');
  }

  /** Lists the migrations that a release whose sources are in the folder does not have, in the order of their names. */
  since(previous: string): readonly string[] {
    const shared = globSync("libs/{outbox,audit}/migrations/*.sql", { cwd: root });
    const own = globSync("services/*/migrations/*.sql", { cwd: this.#dir });
    return [
      ...shared.flatMap((file) => Object.keys(tables).map((service) => [service, file] as const)),
      ...own.map((file) => [file.split(path.sep)[1] ?? "", file] as const),
    ]
      .filter(([, file]) => !existsSync(path.join(previous, file)))
      .map(([service, file]) => `${service}/${path.basename(file)}`)
      .toSorted();
  }

  /** Runs it; returns the names of what was applied, in order. @throws Error with what it says when it fails */
  async migrate(places: Places): Promise<readonly string[]> {
    const { stdout } = await this.start(places);
    const [, applied = ""] = /^Applied (.+)\.\n$/.exec(stdout) ?? [];
    return applied.split(", ").toSorted();
  }

  /** Starts it; resolves with what it says when it has ended well. */
  start({ adminUrl, layout = "1", natsUrl }: Places) {
    const passwords = servicesWithDatabase.map((service) => [
      `${service.toUpperCase()}_DATABASE_PASSWORD`,
      rolePassword,
    ]);
    const program = path.join(this.#dir, "tools/migrate/src/main.ts");
    return promisify(execFile)(process.execPath, [program], {
      env: {
        ...process.env,
        MODE: "development",
        DATABASE_URL: adminUrl,
        NATS_URL: natsUrl,
        PARTITIONS: layout,
        EVENT_RETENTION_HOURS: "1",
        STREAM_MAX_MIB: "256",
        ...Object.fromEntries(passwords),
      },
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.#dir, { recursive: true });
  }
}

function migrationsOf(service: string): string {
  return `services/${service}/migrations`;
}
