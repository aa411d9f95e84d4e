import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import { type Ledger, mergeLedgers } from "./ledger.ts";

const ledgerFile = z.record(z.string(), z.record(z.string(), z.boolean()));

/** Folder in which the processes of one run of tests leave what they showed, a file each. */
export class LedgerFolder {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = folder;
  }

  /** Forgets former runs. */
  clear(): void {
    rmSync(this.#path, { recursive: true, force: true });
    mkdirSync(this.#path, { recursive: true });
  }

  /** @param name differs from that of every other writer */
  write(name: string, ledger: Ledger): void {
    mkdirSync(this.#path, { recursive: true });
    writeFileSync(path.join(this.#path, `${name}.json`), JSON.stringify(ledger));
  }

  /** Reads and merges the ledgers of all processes. */
  read(): Ledger {
    const texts = readdirSync(this.#path).map((name) =>
      readFileSync(path.join(this.#path, name), "utf8"),
    );
    return mergeLedgers(texts.map((text) => ledgerFile.parse(JSON.parse(text))));
  }
}
