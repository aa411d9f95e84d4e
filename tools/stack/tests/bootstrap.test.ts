import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

const scripts = resolve(import.meta.dirname, "../../../scripts");
const root = mkdtempSync(join(tmpdir(), "team chat bootstrap "));

const program = `
if (process.argv.includes("wait")) {
  process.on("SIGTERM", () => process.exit(3));
  setInterval(() => undefined, 1000);
} else process.exitCode = 7;
const { argv, pid } = process;
process.stdout.write(JSON.stringify({ args: argv.slice(2), cwd: process.cwd(), pid }));
`;

// A repository with one package, which lies in it, so that no network is needed.
beforeAll(() => {
  cpSync(scripts, join(root, "scripts"), { recursive: true });
  mkdirSync(join(root, "piece"));
  writeFileSync(join(root, "piece/package.json"), '{"name":"piece","version":"1.0.0"}');
  writeFileSync(join(root, "package.json"), '{"dependencies":{"piece":"file:./piece"}}');
  writeFileSync(join(root, "program.mjs"), program);
  spawnSync("npm", ["install", "--package-lock-only", "--offline"], { cwd: root });
});

afterAll(() => rmSync(root, { recursive: true }));

function run(...args: string[]): ReturnType<typeof spawnSync> {
  return spawnSync("sh", [join(root, "scripts/run.sh"), ...args], { cwd: "/", encoding: "utf8" });
}

test("a program is run when what is missing was installed, which is done once", () => {
  const first = run("program.mjs", "a b", "--flag");
  expect(first.stderr).toContain("Installing packages");
  expect(existsSync(join(root, "node_modules/piece/package.json"))).toBe(true);
  const second = run("program.mjs", "a b", "--flag");
  expect(second.stderr).toBe("");
  for (const { stdout, status } of [first, second]) {
    expect(JSON.parse(String(stdout))).toMatchObject({ args: ["a b", "--flag"], cwd: root });
    expect(status).toBe(7);
  }
});

test("programs that are started at the same moment install once", async () => {
  rmSync(join(root, "node_modules"), { recursive: true });
  const outputs = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, [join(root, "scripts/bootstrap.mjs")]);
      return await text(child.stderr);
    }),
  );
  expect(outputs.filter((output) => output.includes("Installing packages"))).toHaveLength(1);
  expect(existsSync(join(root, "node_modules/piece/package.json"))).toBe(true);
});

test("a failing installation is said, and nothing is run", () => {
  rmSync(join(root, "node_modules"), { recursive: true, force: true });
  writeFileSync(join(root, "package.json"), '{"dependencies":{"piece":"file:./other"}}');
  const failed = run("program.mjs");
  expect(failed).toMatchObject({ status: 1, stdout: "" });
  expect(failed.stderr).toContain("npm ci failed");
  writeFileSync(join(root, "package.json"), '{"dependencies":{"piece":"file:./piece"}}');
});

test("a program takes the place of what has installed for it, which takes no memory any more", async () => {
  const child = spawn("sh", [join(root, "scripts/run.sh"), "program.mjs", "wait"]);
  const code = once(child, "exit");
  const [output] = (await once(child.stdout, "data")) as [Buffer];
  expect(JSON.parse(output.toString())).toMatchObject({ pid: child.pid });
  child.kill("SIGTERM");
  expect(await code).toEqual([3, null]);
});
