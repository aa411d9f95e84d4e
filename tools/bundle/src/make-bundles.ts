import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";

import { type Plugin, rolldown } from "rolldown";

import { bundleName } from "./programs.ts";

interface Group {
  readonly programs: readonly string[];
  /** Modules that stay though nothing of them is used, because they may be imported for what they do by themselves. */
  readonly kept: "of packages" | "none";
}

/** Programs by what they are bundled with: a part that several share is loaded whole by each. */
const groups: readonly Group[] = [
  { programs: ["services/*/src/main.ts", "tools/all-services/src/main.ts"], kept: "of packages" },
  { programs: ["tools/{echo-bot,migrate,realm}/src/main.ts"], kept: "of packages" },
  // Of what the services share it needs little, and it is to take as little memory as it can.
  { programs: ["tools/stack/src/main.ts"], kept: "none" },
];

/**
 * Modules of ours are imported for what they export alone. Of the contract, a process then builds the schemas of the
 * operations that it serves or asks for, and not all.
 */
const onlyPackages = [
  { test: /node_modules/, sideEffects: true },
  { test: /./, sideEffects: false },
];

/** Packages that look for files beside their own, or that are not there and may be missing. */
const external = [/^pg-native$/, /^sharp$/, /^thread-stream$/, /^@opentelemetry\/sdk-node$/];

/** Bundles nobody started for so long are removed: a process may still read parts of those that it was started from. */
const keptMs = 7 * 24 * 3_600_000;

/**
 * Bundles the product's programs into a folder, which is there whole or not at all.
 *
 * @throws Error when a program cannot be bundled
 */
export async function makeBundles(root: string, folder: string): Promise<void> {
  const cache = path.dirname(folder);
  mkdirSync(cache, { recursive: true });
  removeOld(cache);
  const draft = mkdtempSync(`${folder}-`);
  for (const group of groups) await writeBundles(root, draft, group);
  publish(draft, folder);
}

async function writeBundles(
  root: string,
  folder: string,
  { kept, programs }: Group,
): Promise<void> {
  const entries = globSync(programs, { cwd: root });
  if (entries.length === 0) return;
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      entries.map((source) => [path.parse(bundleName(source)).name, path.join(root, source)]),
    ),
    platform: "node",
    external,
    treeshake: { moduleSideEffects: kept === "none" ? false : onlyPackages },
    plugins: [ownPlaces(root), builtinsAsObjects, asciiOnly],
    onLog: (level, log) => {
      if (level === "warn" && log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    },
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    // What all of them start with is one file: each takes time to find, to read and to link (docs/optimizations.md).
    codeSplitting: {
      groups: [{ name: "shared", tags: ["$initial"], minShareCount: Math.max(2, entries.length) }],
    },
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
    banner: ({ fileName }) => declareRoot(path.join(folder, path.dirname(fileName)), root),
  });
  await bundle.close();
}

/** Declares where the root of the repository is, seen from a bundle, so that both may be moved together. */
function declareRoot(folder: string, root: string): string {
  const fromHere = JSON.stringify(path.relative(folder, root));
  return `import { resolve as resolveFromBundle } from "node:path";
import { pathToFileURL as urlOfOwnPlace } from "node:url";
const repositoryRoot = resolveFromBundle(import.meta.dirname, ${fromHere});`;
}

/**
 * Has the product's own modules find what lies beside their sources (migrations, pages, threads, packages that they
 * require), wherever the bundle is.
 */
function ownPlaces(root: string): Plugin {
  const place = (file: string) => `(repositoryRoot + ${JSON.stringify(file.slice(root.length))})`;
  const url = (file: string) => `urlOfOwnPlace${place(file)}.href`;
  return {
    name: "own-places",
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.(?:dirname|filename|url)/ },
      handler: (code, id) =>
        id.startsWith(root)
          ? code
              .replaceAll("import.meta.dirname", place(path.dirname(id)))
              .replaceAll("import.meta.filename", place(id))
              .replaceAll("import.meta.url", url(id))
          : null,
    },
  };
}

/**
 * Has programs take Node's modules as plain objects. An `import` of one reads all that it exports: of HTTP `WebSocket`,
 * which loads a whole client that nothing here uses, of the process its standard input (docs/optimizations.md).
 */
const builtinsAsObjects: Plugin = {
  name: "builtins-as-objects",
  renderChunk: (code) =>
    code.replaceAll(
      /^import (?<names>[^;]+?) from "(?<module>[a-z:_/]+)";$/gm,
      (line: string, names: string, module: string) =>
        isBuiltin(module) ? takenFrom(module, names) : line,
    ),
};

/**
 * Escapes what is beyond ASCII: V8 keeps the text of a bundle for as long as the process lives, and with one such
 * character it keeps all of it with two bytes for each (docs/optimizations.md).
 */
const asciiOnly: Plugin = {
  name: "ascii-only",
  // At the very end: whatever prints code before that writes characters as they are again.
  generateBundle: (_, bundle) => {
    for (const output of Object.values(bundle))
      if (output.type === "chunk") output.code = inAscii(output.code);
  },
};

function inAscii(code: string): string {
  return code.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns declarations of what an `import` of a module of Node's names: a default, all of it, or single names. */
function takenFrom(module: string, names: string): string {
  // Modules have names of their own that are called "process".
  const taken = `globalThis.process.getBuiltinModule("${module}")`;
  const [, whole, single] = /^(?:(?:\* as )?([\w$]+))?(?:, )?(\{[^}]*\})?$/.exec(names) ?? [];
  if (whole === undefined && single === undefined)
    throw new Error(`Cannot read "import ${names}".`);
  return [whole, single?.replaceAll(" as ", ": ")]
    .filter((name) => name !== undefined)
    .map((name) => `const ${name} = ${taken};`)
    .join(" ");
}

/** Gives the finished folder its name, unless another process was first. */
function publish(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Removes what is as old, of those that are named by their version. */
function removeOld(cache: string): void {
  for (const name of readdirSync(cache).filter((one) => /^[0-9a-f]{16}/.test(one))) {
    const old = path.join(cache, name);
    if (statSync(old).mtimeMs < Date.now() - keptMs) rmSync(old, { recursive: true, force: true });
  }
}
