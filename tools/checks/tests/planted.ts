import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync, globSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../../..");
const fixtures = join(import.meta.dirname, "../fixtures");
const configs = [
  ".oxlintrc.json",
  ".oxfmtrc.json",
  "tsconfig.base.json",
  "tsconfig.json",
  "knip.json",
];

/** A copy of a planted violation in a folder of its own, under the repository's real configuration. */
export class Planted implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), "planted-"));

  /** Files that end in `.txt` lose that ending, so that no tool finds them in the repository itself. */
  constructor(fixture: string) {
    for (const config of configs) {
      cpSync(join(repository, config), join(this.root, config));
    }
    symlinkSync(join(repository, "node_modules"), join(this.root, "node_modules"));
    cpSync(join(fixtures, fixture), this.root, { recursive: true });
    for (const path of globSync("{libs,services,tests}/**/*.txt", { cwd: this.root })) {
      renameSync(join(this.root, path), join(this.root, path.slice(0, -".txt".length)));
    }
  }

  /** Runs a tool from the repository's dependencies in the copy; the output holds both streams. */
  run(tool: string, ...args: string[]): { status: number | null; output: string } {
    const bin = join(repository, "node_modules/.bin", tool);
    const result = spawnSync(bin, args, { cwd: this.root, encoding: "utf8" });
    return { status: result.status, output: result.stdout + result.stderr };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
