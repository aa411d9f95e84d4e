import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
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
import path from "node:path";
import { promisify } from "node:util";

import { testServers } from "@team-chat/testkit";
import { afterAll, beforeAll, test } from "vitest";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/tutorials/add-an-operation.md"), "utf8");

const wholeCheck = "npm run check";

interface Block {
  readonly language: string;
  /** The file it is about, from the root of the repository; empty for commands. */
  readonly file: string;
  readonly text: string;
}

/** The page's fenced blocks, in order. */
const blocks: readonly Block[] = [
  ...page.matchAll(/^```(\w+)(?: title=(\S+))?\n([^]*?)^```$/gm),
].map(([, language = "", file = "", text = ""]) => ({ language, file, text }));

let copy: string;
beforeAll(async () => {
  copy = await copyRepository();
});
afterAll(() => rmSync(copy, { recursive: true }));

test("the tutorial, followed as it is written, gives an operation that passes every check", async ({
  expect,
}) => {
  for (const { language, file, text } of blocks) {
    if (language === "ts") writeFileSync(path.join(copy, file), text, { flag: "wx" });
    if (language === "diff") change(path.join(copy, file), text);
  }
  const commands = blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.trim().split("\n"));
  expect(commands).toContain(wholeCheck);
  for (const command of commands.flatMap((one) => (one === wholeCheck ? checkOfCode() : one)))
    expect(await carryOut(command), command).toBe("done");
}, 1_200_000);

/**
 * Parts of the check that an operation cannot break, that have a command of their own below, or that compare what the
 * command before has just written.
 */
const leftOut: ReadonlySet<string> = new Set([
  "check:generated",
  "check:image",
  "check:k8s",
  "check:lint",
  "check:snippets",
]);

/**
 * The commands that run what `npm run check` finds in what the page changes, without what looks up whether anything has
 * changed: all of it takes twice as long.
 */
function checkOfCode(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const parts = scripts["check"]?.split(" ").filter((word) => word.startsWith("check:")) ?? [];
  const ofCode = parts.filter((part) => !leftOut.has(part));
  const files = blocks.filter(({ file }) => file.endsWith(".ts")).map(({ file }) => file);
  return [
    ...ofCode.map((part) => `npm run ${part}`),
    `npm run check:lint -- ${[...new Set(files)].join(" ")}`,
  ];
}

/**
 * Makes the change that a block shows: lines with a blank or a minus are there exactly once, those with a blank or a
 * plus stand there afterwards.
 */
function change(file: string, diff: string): void {
  const lines = diff.split("\n").filter((line) => line !== "");
  const take = (marks: string) =>
    lines
      .filter((line) => marks.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const before = readFileSync(file, "utf8");
  if (before.split(take(" -")).length !== 2) throw new Error(`Not once in ${file}:\n${diff}`);
  writeFileSync(
    file,
    before.replace(take(" -"), () => take(" +")),
  );
}

/** Runs a command in the copy, whose tests use the servers of this run; what it printed when it fails. */
async function carryOut(command: string): Promise<string> {
  const [program = "", ...args] = command.split(" ");
  const { natsUrl, postgresUrl, redisUrl } = testServers();
  const servers = { DATABASE_URL: postgresUrl, NATS_URL: natsUrl, REDIS_URL: redisUrl };
  const env = { ...process.env, ...servers };
  try {
    await run(program, args, { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 });
    return "done";
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return `${stdout}\n${stderr}`;
  }
}

/** Copies every file of the repository, and links its installed packages; those that are its own lead into the copy. */
async function copyRepository(): Promise<string> {
  const target = mkdtempSync(path.join(tmpdir(), "tutorial-"));
  const { stdout } = await run(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  for (const file of stdout.split("\0").filter((name) => name !== "")) {
    cpSync(path.join(root, file), path.join(target, file));
  }
  for (const folder of ["", ...workspaces()]) linkPackages(folder, target);
  for (const cache of ["", "clients/web"]) copyCheckedTypes(cache, target);
  await run("git", ["init", "--quiet"], { cwd: target });
  await run("git", ["add", "--all"], { cwd: target });
  return target;
}

/** Copies what the last check of the types has found out, if there was one: only what differs is then checked again. */
function copyCheckedTypes(folder: string, target: string): void {
  const file = path.join(folder, ".cache/types.tsbuildinfo");
  if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(target, file));
}

/** Folders of the repository with installed packages of their own. */
function workspaces(): string[] {
  return ["libs", "services", "tools", "tests"].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
}

function linkPackages(folder: string, target: string): void {
  const from = path.join(root, folder, "node_modules");
  const to = path.join(target, folder, "node_modules");
  for (const name of installed(from)) {
    if (name !== "@team-chat") {
      mkdirSync(to, { recursive: true });
      symlinkSync(path.join(from, name), path.join(to, name));
      continue;
    }
    mkdirSync(path.join(to, name), { recursive: true });
    // These links are relative, so in the copy they lead to the copy's packages.
    for (const own of readdirSync(path.join(from, name)))
      symlinkSync(readlinkSync(path.join(from, name, own)), path.join(to, name, own));
  }
}

function installed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
