import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import pg from "pg";
import type { TestContext } from "vitest";

import { migrateService } from "../src/index.ts";

const pace = { batchRows: 100, reportEveryMs: 0, lockWaitMs: 20, pauseMs: 5 };

/** A service's schema with one table, `note`, in a PostgreSQL of its own, and a folder of migrations for it. */
export class Notes implements AsyncDisposable {
  readonly dir: string;
  readonly adminUrl: string;
  readonly #stack: AsyncDisposableStack;
  #admin: pg.Client | undefined;

  private constructor(folder: string, adminUrl: string, stack: AsyncDisposableStack) {
    this.dir = path.join(folder, "migrations");
    this.adminUrl = adminUrl;
    this.#stack = stack;
  }

  static async open(): Promise<Notes> {
    const stack = new AsyncDisposableStack();
    const folder = mkdtempSync(path.join(tmpdir(), "migrate-"));
    stack.defer(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    const dataDir = path.join(folder, "postgres");
    const { url } = stack.use(await startPostgres({ dataDir, durable: false }));
    return new Notes(folder, url, stack);
  }

  /** Begins anew with a first migration. */
  async begin(first: string): Promise<void> {
    rmSync(this.dir, { recursive: true, force: true });
    mkdirSync(this.dir);
    this.#admin ??= await this.connect();
    await this.#admin.query("drop schema if exists notes cascade");
    this.write("0001-note.sql", first);
    await this.migrate();
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.adminUrl,
      options: "-c search_path=notes",
    });
    // A test ends some of them by the server.
    client.on("error", () => undefined);
    await client.connect();
    this.#stack.defer(() => client.end());
    return client;
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.dir, name), text);
  }

  migrate(report?: (line: string) => void, tries = 30): Promise<readonly string[]> {
    const { adminUrl, dir } = this;
    const options = { adminUrl, service: "notes", dirs: [dir], pace: { ...pace, tries } };
    return migrateService({ ...options, ...(report && { report }) });
  }

  /** Runs migrations in a process of their own. */
  migrateApart({ onTestFinished }: TestContext) {
    const program = path.join(import.meta.dirname, "fixtures/migrate.ts");
    const args = [program, this.adminUrl, this.dir, String(pace.batchRows)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }

  /** Answers a query for one value, row by row. */
  async ask<T>(query: string): Promise<T[]> {
    const { rows } = (await this.#admin?.query<{ value: T }>(`select (${query}) as value`)) ?? {
      rows: [],
    };
    return rows.map(({ value }) => value);
  }

  async run(statements: string): Promise<void> {
    await this.#admin?.query(statements);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

/** Carries out work while somebody else does something until told to end; returns what that came to. */
export async function beside<T>(
  other: (signal: AbortSignal) => Promise<T>,
  work: () => Promise<unknown>,
): Promise<T> {
  const end = new AbortController();
  const running = other(end.signal);
  try {
    await Promise.all([
      work(),
      Promise.race([running, new Promise<void>((go) => setImmediate(go))]),
    ]);
  } finally {
    end.abort();
  }
  return running;
}
