import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import type { BuildContext } from "./build-context.ts";
import { ImageError, type Instruction } from "./dockerfile.ts";

/** Command and environment of an image's processes. */
export interface BuiltImage {
  /** The folder on this machine that stands for the image's WORKDIR. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
}

/**
 * Carries out a Dockerfile without an engine: the image's file system is `root`, its Node the one that runs this.
 * @throws ImageError when a step fails, or when the base image is not the Node that runs this
 */
export function runDockerfile(
  instructions: readonly Instruction[],
  context: BuildContext,
  root: string,
): BuiltImage {
  const image = {
    folder: root,
    environment: {} as Record<string, string>,
    user: "root",
    command: [] as string[],
  };
  const build: Build = {
    image,
    context,
    root,
    stages: new Map(),
    stage: root,
    arguments: new Map(),
  };
  for (const instruction of instructions) {
    runStep(instruction, build);
  }
  return image;
}

interface Build {
  readonly image: {
    folder: string;
    environment: Record<string, string>;
    user: string;
    command: string[];
  };
  readonly context: BuildContext;
  readonly root: string;
  /** File systems of the stages so far, by name. */
  readonly stages: Map<string, string>;
  /** Values of build arguments, by how they are mentioned: `$NAME`. */
  readonly arguments: Map<string, string>;
  /** File system of the present stage. */
  stage: string;
}

function runStep({ name, rest, line }: Instruction, build: Build): void {
  const { image } = build;
  switch (name) {
    case "FROM":
      beginStage(build, rest);
      checkBase(rest, line);
      return;
    case "LABEL":
      return;
    case "WORKDIR":
      image.folder = join(build.stage, rest);
      mkdirSync(image.folder, { recursive: true });
      return;
    case "ENV": {
      const equals = rest.indexOf("=");
      const value = rest.slice(equals + 1);
      image.environment[rest.slice(0, equals)] = build.arguments.get(value) ?? value;
      return;
    }
    case "ARG": {
      // Nobody gives arguments here, so that each has its default.
      const [variable = "", value = ""] = rest.split("=");
      build.arguments.set(`$${variable}`, value);
      return;
    }
    case "COPY":
      copy(rest, line, build);
      return;
    case "RUN":
      run(rest, line, image);
      return;
    case "USER":
      image.user = rest;
      return;
    case "CMD":
      image.command = JSON.parse(rest) as string[];
      return;
    default:
      name satisfies never;
  }
}

/** @throws ImageError for a base that is not the Node that runs this, or may be another one tomorrow */
function checkBase(base: string, line: number): void {
  const major = process.versions.node.split(".")[0] ?? "";
  if (!base.startsWith(`node:${major}-`)) {
    throw new ImageError(
      line,
      `the base must be node:${major}, which tests and development run on, not ${base}`,
    );
  }
  if (!/@sha256:[0-9a-f]{64}/.test(base)) {
    throw new ImageError(line, `the base ${base} needs its digest: behind a tag may be another`);
  }
}

/** Gives each stage a file system of its own; the last one is the image's. */
function beginStage(build: Build, base: string): void {
  const name = /\sas\s+(?<name>\S+)$/i.exec(base)?.groups?.["name"] ?? "image";
  build.stage = join(build.root, name);
  mkdirSync(build.stage, { recursive: true });
  build.stages.set(name, build.stage);
  build.image.folder = build.stage;
  build.image.environment = {};
}

/** Copies a folder that an earlier stage has made. */
function copyFromStage(rest: string, line: number, { image, stages }: Build): void {
  const [, name = "", source = "", target = ""] =
    /^--from=(\S+)\s+\/(\S+)\s+(\S+)$/.exec(rest) ?? [];
  const from = join(stages.get(name) ?? "", source);
  if (!stages.has(name) || !existsSync(from)) {
    throw new ImageError(line, `COPY ${rest}: no stage has made that`);
  }
  cpSync(from, join(image.folder, target), { recursive: true });
}

function copy(rest: string, line: number, build: Build): void {
  if (rest.startsWith("--from=")) {
    copyFromStage(rest, line, build);
    return;
  }
  const { context, image } = build;
  const parts = rest.split(/\s+/);
  const target = parts.at(-1) ?? ".";
  const intoFolder = target.endsWith("/") || target === ".";
  for (const source of parts.slice(0, -1)) {
    if (!context.copy(source, join(image.folder, target), intoFolder)) {
      throw new ImageError(line, `COPY ${source}: there is no such file`);
    }
  }
}

/** Keeps a folder between builds, as the machine's own caches are kept anyway. */
const cacheMount = /^--mount=type=cache,target=\S+\s+/;

function run(rest: string, line: number, image: Build["image"]): void {
  const command = rest.replace(cacheMount, "");
  const result = spawnSync("/bin/sh", ["-c", command], {
    cwd: image.folder,
    encoding: "utf8",
    env: processEnvironment(image),
  });
  if (result.status !== 0) {
    throw new ImageError(
      line,
      `RUN ended with ${String(result.status)}: ${result.stdout}${result.stderr}`,
    );
  }
}

/**
 * Returns the environment of a process of the image: its own variables, and of this machine only what finds Node, npm
 * and its settings.
 */
export function processEnvironment(image: Pick<BuiltImage, "environment">): Record<string, string> {
  const node = dirname(process.execPath);
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      /^(?:HOME|TMPDIR|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cache|userconfig))$/i.test(
        entry[0],
      ),
  );
  const path = `${node}${delimiter}${process.env["PATH"] ?? ""}`;
  return { ...Object.fromEntries(inherited), PATH: path, ...image.environment };
}
