import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";

import { bundledPrograms, type Programs } from "@team-chat/bundle";
import type * as Migrations from "@team-chat/migrate";
import { rolePassword, type Template } from "@team-chat/testkit";

const root = path.join(import.meta.dirname, "../../..");
/** Names the commit that counts as the previous release for as long as none has a tag. */
const recorded = "tests/system/faults/previous-release.txt";

/** A release that is not this one. */
export interface Release {
  readonly programs: Programs;
  readonly migrations: Pick<typeof Migrations, "migrateDatabase" | "provisionStreams">;
}

/**
 * Writes the sources of the previous release into a folder, and bundles its programs there: of the newest tag `v*`
 * before this commit or, where there is none, of the recorded commit. Packages of others are those of this release.
 * @throws Error when the history does not reach back so far
 */
export async function unpackPreviousRelease(folder: string): Promise<Release> {
  const commit = previousRelease();
  const archive = git("archive", "--format=tar", commit);
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  linkPackages(folder);
  const migrations = (await import(
    path.join(folder, "tools/migrate/src/index.ts")
  )) as typeof Migrations;
  return { programs: await bundledPrograms(folder), migrations };
}

/** A database as the release has it, without an organization. */
export function templateOf({ migrations }: Release): Template {
  return {
    name: "previous-release",
    migrate: async (adminUrl) => {
      await migrations.migrateDatabase({ adminUrl, passwordOf: () => rolePassword });
    },
  };
}

function previousRelease(): string {
  try {
    return text(git("describe", "--tags", "--match", "v*", "--abbrev=0", "HEAD^"));
  } catch {
    const commit = readFileSync(path.join(root, recorded), "utf8").trim();
    try {
      return text(git("rev-parse", "--verify", "--quiet", `${commit}^{commit}`));
    } catch {
      throw new Error(
        `The previous release, ${commit}, is not in the history: git fetch --unshallow --tags.`,
      );
    }
  }
}

function git(...args: readonly string[]): Buffer {
  return execFileSync("git", ["-C", root, ...args], {
    maxBuffer: 1024 ** 3,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function text(bytes: Buffer): string {
  return bytes.toString().trim();
}

/** Links the folder's own packages by name to their sources in it, and all others to those that are installed here. */
function linkPackages(folder: string): void {
  const own = globSync("{clients,libs,services,tools,tests,bench}/{,*/}package.json", {
    cwd: folder,
  });
  for (const file of own) {
    const { name } = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as { name: string };
    link(path.join(folder, path.dirname(file)), path.join(folder, "node_modules", name));
  }
  for (const name of readdirSync(path.join(root, "node_modules")))
    if (name !== "@team-chat")
      link(path.join(root, "node_modules", name), path.join(folder, "node_modules", name));
  for (const nested of globSync("{libs,services,tools}/*/node_modules", { cwd: root }))
    if (existsSync(path.join(folder, path.dirname(nested))))
      link(path.join(root, nested), path.join(folder, nested));
}

function link(target: string, at: string): void {
  mkdirSync(path.dirname(at), { recursive: true });
  symlinkSync(target, at);
}
