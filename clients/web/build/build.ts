import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { build } from "vite";

import { viteConfig } from "./vite-config.ts";

const root = path.join(import.meta.dirname, "..");
/** Holds the built client, for the gateway (`WEB_CLIENT_FOLDER`). */
const builtFolder = path.join(root, "dist");
const stamp = ".sources";

/** Sizes of what a browser loads first, as brotli, in bytes. */
export interface Sizes {
  readonly script: number;
  readonly styles: number;
}

/** Builds the client, unless what it is made of has not changed. Returns whether it had to. */
export async function buildClient(): Promise<boolean> {
  const sources = hashOf(["src", "build", "index.html", "package.json"]);
  if (isBuilt(sources)) return false;
  const fresh = `${builtFolder}.${String(process.pid)}`;
  rmSync(fresh, { recursive: true, force: true });
  await build({ ...viteConfig(root), build: { ...viteConfig(root).build, outDir: fresh } });
  tellWorker(fresh);
  for (const file of filesIn(fresh)) compress(file);
  writeFileSync(path.join(fresh, stamp), sources);
  publish(fresh, sources);
  return true;
}

/**
 * Gives what was built its name, unless another process has built it meanwhile and may be serving it. What stood there
 * is moved away as a whole: by emptying it in its place, one process would delete what the other has just put there.
 */
function publish(fresh: string, sources: string): void {
  const old = `${fresh}.old`;
  try {
    if (isBuilt(sources)) return;
    if (existsSync(builtFolder)) renameSync(builtFolder, old);
    renameSync(fresh, builtFolder);
  } catch (error) {
    if (!isBuilt(sources)) throw error;
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

function isBuilt(sources: string): boolean {
  const stamped = path.join(builtFolder, stamp);
  return existsSync(stamped) && readFileSync(stamped, "utf8") === sources;
}

/** Measures the built client. */
export function builtSizes(): Sizes {
  return { script: sizeOf(".js"), styles: sizeOf(".css") };
}

/** Adds up what the page names; everything else is loaded when it is needed. */
function sizeOf(ending: string): number {
  const page = readFileSync(path.join(builtFolder, "index.html"), "utf8");
  return [...page.matchAll(/"\/(app\/[^"]+)"/g)]
    .map(([, name = ""]) => path.join(builtFolder, name))
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + readFileSync(`${file}.br`).length, 0);
}

/** Tells the service worker what it keeps (src/service-worker/shell.ts); its script changes with any of that. */
function tellWorker(folder: string): void {
  const page = readFileSync(path.join(folder, "index.html"), "utf8");
  const [, script = ""] = /<script [^>]*src="([^"]+)"/.exec(page) ?? [];
  const files = filesIn(path.join(folder, "app")).map((file) => `/app/${path.basename(file)}`);
  const version = createHash("sha256").update(page).digest("hex").slice(0, 12);
  const worker = path.join(folder, "service-worker.js");
  const shell = JSON.stringify({ build: script, version, files });
  writeFileSync(worker, `const shell=${shell};${readFileSync(worker, "utf8")}`);
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

function hashOf(names: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of names) {
    const place = path.join(root, name);
    for (const file of path.extname(name) === "" ? filesIn(place) : [place])
      hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest("hex");
}
