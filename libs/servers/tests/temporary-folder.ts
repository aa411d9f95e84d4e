import { chmodSync, lstatSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder for one test, with a space in its name; removed with what its symlinks point to. */
export function temporaryFolder(mode = 0o755): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "team chat test "));
  chmodSync(path, mode);
  return { path, [Symbol.dispose]: () => removeAll(path) };
}

function removeAll(path: string): void {
  const data = join(path, "postgres");
  const isElsewhere = lstatSync(data, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isElsewhere) rmSync(dirname(realpathSync(data)), { recursive: true });
  rmSync(path, { recursive: true });
}
