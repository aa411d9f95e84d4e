import { cpSync, existsSync, readFileSync, statSync } from "node:fs";
import { matchesGlob, relative, join, basename } from "node:path";

/** The files that a build may copy: those of a folder, without what the ignore file names. */
export class BuildContext {
  readonly #root: string;
  readonly #ignored: readonly string[];

  constructor(root: string, ignoreFile: string) {
    this.#root = root;
    const text = existsSync(ignoreFile) ? readFileSync(ignoreFile, "utf8") : "";
    this.#ignored = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  }

  /**
   * Copies a file into a folder, or the content of a folder into a folder, as COPY does. False when it is not there.
   */
  copy(source: string, target: string, intoFolder: boolean): boolean {
    const from = join(this.#root, source);
    const stat = statSync(from, { throwIfNoEntry: false });
    if (stat === undefined) {
      return false;
    }
    const to = stat.isFile() && intoFolder ? join(target, basename(source)) : target;
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !this.#isIgnored(relative(this.#root, path)),
    });
    return true;
  }

  #isIgnored(path: string): boolean {
    return this.#ignored.some((pattern) => matchesGlob(path, pattern));
  }
}
