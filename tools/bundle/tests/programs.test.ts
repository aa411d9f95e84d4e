import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { onTestFinished, test } from "vitest";

import { bundledPrograms, sourcePrograms } from "../src/index.ts";

const source = "services/hello/src/main.ts";

/** A repository with one program, which reads what lies beside its source and uses a library. */
class Repository {
  readonly root = mkdtempSync(path.join(tmpdir(), "bundle "));

  constructor() {
    onTestFinished(() => rmSync(this.root, { recursive: true }));
    this.write("package-lock.json", "{}");
    this.write("libs/words/src/index.ts", `export const greeting: string = "hello";`);
    this.write("services/hello/names.txt", "world");
    this.write(
      source,
      `import { readFileSync } from "node:fs";
       import { greeting } from "../../../libs/words/src/index.ts";
       const names = new URL("../names.txt", import.meta.url);
       console.log(greeting, readFileSync(names, "utf8"), import.meta.dirname);`,
    );
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
    writeFileSync(path.join(this.root, file), text);
  }

  run(program: string, variables: Readonly<Record<string, string>> = {}): string {
    const env = { ...process.env, ...variables };
    return execFileSync(process.execPath, [program], { encoding: "utf8", env }).trim();
  }
}

test("a bundled program does what its source does, wherever files that it reads are", async ({
  expect,
}) => {
  const repository = new Repository();
  const { pathOf } = await bundledPrograms(repository.root);
  const bundle = pathOf(source);
  expect(bundle).not.toContain("services");
  expect(repository.run(bundle)).toBe(repository.run(path.join(repository.root, source)));
});

test("a bundle has ASCII alone, and its strings, templates and expressions mean what they meant", async ({
  expect,
}) => {
  const repository = new Repository();
  repository.write(
    source,
    `const größe = "für 7 €, 😀";
     const found = [/[–😀]/u.test("😀"), /^[à-ü€-₭]$/.test("€"), größe.length];
     console.log(JSON.stringify(\`→ \${größe}\`), ...found); // …`,
  );
  const { pathOf } = await bundledPrograms(repository.root);
  const bundle = pathOf(source);
  expect(readFileSync(bundle, "utf8")).toMatch(/^[\0-\x7F]+$/);
  expect(repository.run(bundle)).toBe('"→ für 7 €, 😀" true true 11');
});

test("bundles are made once, and again when a source or the packages change", async ({
  expect,
}) => {
  const repository = new Repository();
  const first = (await bundledPrograms(repository.root)).pathOf(source);
  expect((await bundledPrograms(repository.root)).pathOf(source)).toBe(first);
  repository.write("libs/words/src/index.ts", `export const greeting: string = "good evening";`);
  const second = (await bundledPrograms(repository.root)).pathOf(source);
  expect(second).not.toBe(first);
  expect(repository.run(second)).toContain("good evening world");
  expect(repository.run(first)).toContain("hello world");
});

test("a process of a bundle leaves what it compiled to the next one, and one of the sources nothing", async ({
  expect,
}) => {
  const repository = new Repository();
  const { pathOf, variables } = await bundledPrograms(repository.root);
  const folder = variables["NODE_COMPILE_CACHE"] ?? "";
  expect(existsSync(folder)).toBe(false);
  repository.run(pathOf(source), variables);
  const compiled = readdirSync(folder, { recursive: true });
  expect(compiled).not.toEqual([]);
  repository.run(pathOf(source), variables);
  expect(readdirSync(folder, { recursive: true })).toEqual(compiled);
  expect(sourcePrograms(repository.root).variables).toEqual({});
});

test("a bundled program has of Node's modules what it imports, and not what they would load for others", async ({
  expect,
}) => {
  const repository = new Repository();
  repository.write(
    source,
    `import whole, { Agent as Kept, createServer, type Server } from "node:http";
     import * as https from "https";
     import process, { pid } from "node:process";
     const server: Server = createServer();
     const has = [whole.Agent === Kept, server instanceof whole.Server, typeof https.request, typeof pid];
     console.log(...has, process.moduleLoadList.filter((name) => name.includes("undici")).length);`,
  );
  const { pathOf } = await bundledPrograms(repository.root);
  expect(repository.run(pathOf(source))).toBe("true true function number 0");
  expect(repository.run(path.join(repository.root, source))).toMatch(
    /^true true function number [1-9]/,
  );
});

test("a bundled program leaves out modules of ours of which it uses nothing", async ({
  expect,
}) => {
  const repository = new Repository();
  const library = "libs/words/src/index.ts";
  repository.write("libs/words/src/farewell.ts", `export const farewell = String("good night");`);
  repository.write(library, `export * from "./farewell.ts"; export const greeting = "hello";`);
  const { pathOf } = await bundledPrograms(repository.root);
  expect(readFileSync(pathOf(source), "utf8")).not.toContain("good night");
});

test("several who need bundles at the same time get the same ones", async ({ expect }) => {
  const repository = new Repository();
  const all = await Promise.all([1, 2, 3].map(() => bundledPrograms(repository.root)));
  expect(new Set(all.map(({ pathOf }) => pathOf(source))).size).toBe(1);
  expect(repository.run(all[0]?.pathOf(source) ?? "")).toContain("hello world");
});

test("a program that imports what is not there is refused with its name", async ({ expect }) => {
  const repository = new Repository();
  repository.write(source, `import "../../../libs/missing.ts";`);
  await expect(bundledPrograms(repository.root)).rejects.toThrow("libs/missing.ts");
});

test("whatever is no program of the product is run as it is written", async ({ expect }) => {
  const repository = new Repository();
  const { pathOf } = await bundledPrograms(repository.root);
  const other = "clients/web/build/main.ts";
  expect(pathOf(other)).toBe(path.join(repository.root, other));
});
