import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { listPaths } from "../source-files.ts";

/** Error of the compiler in one line of a file. */
export interface CompilerError {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const sources = [
  "{libs,services,tools,tests}/**/*.ts",
  "{libs,services,tools,tests}/*/package.json",
  "tsconfig.base.json",
];
const reported = /^(?<path>[^\s(]+)\((?<line>\d+),\d+\): error (?<message>.*)$/gm;

/** A copy of the sources in which files can be changed and compiled; removed when it is disposed of. */
export class TreeCopy implements Disposable {
  readonly #root: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "snippets-"));

  constructor(root: string) {
    this.#root = root;
    for (const path of listPaths(root, sources)) cpSync(join(root, path), join(this.#folder, path));
    this.#linkPackages();
    for (const folder of globSync("{libs,services,tools}/*/node_modules", { cwd: root }))
      symlinkSync(join(root, folder), join(this.#folder, folder));
  }

  /** The text of a file; null when there is none. */
  read(path: string): string | null {
    const full = join(this.#folder, path);
    return existsSync(full) ? readFileSync(full, "utf8") : null;
  }

  write(path: string, text: string): void {
    const full = join(this.#folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }

  /** Compiles files with all that they import. */
  compile(files: readonly string[]): CompilerError[] {
    this.write("tsconfig.json", JSON.stringify({ extends: "./tsconfig.base.json", files }));
    const compiler = join(this.#root, "node_modules/.bin/tsc");
    const options = { cwd: this.#folder, encoding: "utf8" } as const;
    const { status, stdout } = spawnSync(
      compiler,
      ["--checkers", "1", "-p", "tsconfig.json"],
      options,
    );
    const errors = [...stdout.matchAll(reported)].map(({ groups }) => ({
      path: groups?.["path"] ?? "",
      line: Number(groups?.["line"]),
      message: groups?.["message"] ?? "",
    }));
    if (status !== 0 && errors.length === 0) throw new Error(`tsc has failed: ${stdout}`);
    return errors;
  }

  /** Links to packages of the repository itself are relative, so that in the copy they lead into the copy. */
  #linkPackages(): void {
    const from = join(this.#root, "node_modules");
    const to = join(this.#folder, "node_modules");
    const own = "@team-chat";
    mkdirSync(join(to, own), { recursive: true });
    for (const name of readdirSync(from).filter((entry) => entry !== own))
      symlinkSync(join(from, name), join(to, name));
    for (const name of readdirSync(join(from, own)))
      symlinkSync(readlinkSync(join(from, own, name)), join(to, own, name));
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}
