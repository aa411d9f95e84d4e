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
  process.on("disconnect", () => {
    process.getBuiltinModule("node:fs").writeFileSync("left.txt", "");
    process.exit(0);
  });
} else process.exitCode = 7;
process.stdout.write(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() }));
`;

const likeNpm = `require("node:child_process").spawn("sh", ["-c", process.argv[1]], { stdio: "inherit" })`;

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
  return spawnSync(process.execPath, [join(root, "scripts/bootstrap.mjs"), ...args], {
    cwd: "/",
    encoding: "utf8",
  });
}

test("the bootstrap installs what is missing once, and its result is the program's", () => {
  const alone = run();
  expect(alone).toMatchObject({ status: 0, stdout: "" });
  expect(alone.stderr).toContain("Installing packages");
  rmSync(join(root, "node_modules"), { recursive: true });
  const first = run("program.mjs", "a b", "--flag");
  expect(first.stderr).toContain("Installing packages");
  expect(existsSync(join(root, "node_modules/piece/package.json"))).toBe(true);
  const second = run("program.mjs", "a b", "--flag");
  expect(second.stderr).toBe("");
  for (const { stdout, status } of [first, second]) {
    expect(JSON.parse(String(stdout))).toEqual({ args: ["a b", "--flag"], cwd: root });
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

test("a signal reaches the program, whose end is the end of both", async () => {
  const child = spawn(process.execPath, [
    join(root, "scripts/bootstrap.mjs"),
    "program.mjs",
    "wait",
  ]);
  const code = new Promise((done) => {
    child.once("exit", done);
  });
  await new Promise((started) => {
    child.stdout.once("data", started);
  });
  child.kill("SIGTERM");
  await expect(code).resolves.toBe(3);
});

test("the program is asked to end when npm, which started the starter through a shell, is killed", async () => {
  const command = `"${process.execPath}" scripts/bootstrap.mjs program.mjs wait; exit $?`;
  const npm = spawn(process.execPath, ["-e", likeNpm, command], { cwd: root });
  const ended = new Promise((done) => {
    npm.stdout.once("close", () => done(true));
  });
  await new Promise((started) => {
    npm.stdout.once("data", started);
  });
  npm.kill("SIGKILL");
  // The pipe closes when the last process that holds it has ended.
  await expect(ended).resolves.toBeDefined();
});

test("the program hears that its starter was killed", async () => {
  const left = join(root, "left.txt");
  rmSync(left, { force: true });
  const child = spawn(process.execPath, [
    join(root, "scripts/bootstrap.mjs"),
    "program.mjs",
    "wait",
  ]);
  await new Promise((started) => {
    child.stdout.once("data", started);
  });
  // The program has ended too when the pipe closes: nothing is written any more into the folder that goes.
  const ended = once(child.stdout, "close");
  child.kill("SIGKILL");
  await ended;
  expect(existsSync(left)).toBe(true);
});
