import { readdirSync, readFileSync, readlinkSync } from "node:fs";

import type { Stack } from "../stack.ts";

/** Threads that take part in a send, by their number, and what they have open. */
export interface Participants {
  /** Name of the process and, of other threads than its first, of the thread. Undefined for all other programs. */
  nameOf(thread: number): string | undefined;
  /** Process that a thread belongs to. */
  processOf(thread: number): string | undefined;
  /** Names what a descriptor of the thread's process leads to: `→ postgres`, or the name of a file. */
  targetOf(thread: number, descriptor: number): string;
}

/** Name of the process that sends and receives. */
export const client = "client";

interface Thread {
  readonly process: string;
  readonly pid: number;
  readonly name: string;
}

/** Looks at all processes of the product, those that PostgreSQL has started, and this one, which is the client. */
export async function participantsOf(stack: Stack): Promise<Participants> {
  const processes = Map.groupBy(await stack.processes(), ({ pid }) => pid ?? process.pid);
  processes.set(process.pid, []);
  const all = [...processes].flatMap(([pid, services]) => {
    const [first = { name: client }, ...others] = services;
    const name = others.length === 0 ? first.name : "all services";
    const children = name === "postgres" ? childrenOf(pid) : [];
    return [
      { name, pid },
      ...children.map((child) => ({ name: roleOf(child) ?? name, pid: child })),
    ];
  });
  const threads = new Map(all.flatMap((one) => threadsOf(one)));
  const owners = new Map(
    all.flatMap(({ name, pid }) => socketsOf(pid).map((inode) => [inode, name])),
  );
  const peers = peersOfSockets();
  return {
    nameOf: (thread) => threads.get(thread)?.name,
    processOf: (thread) => threads.get(thread)?.process,
    targetOf: (thread, descriptor) => {
      const pid = threads.get(thread)?.pid ?? thread;
      const target = linkOf(pid, descriptor);
      const inode = inodeOf(target);
      if (inode === undefined) return target.split("/").at(-1) ?? target;
      return `→ ${owners.get(peers.get(inode) ?? "") ?? "?"}`;
    },
  };
}

function threadsOf({ name, pid }: { name: string; pid: number }): [number, Thread][] {
  return namesIn(`/proc/${pid}/task`).map((thread) => {
    const own = Number(thread) === pid ? "" : ` (${textOf(`/proc/${pid}/task/${thread}/comm`)})`;
    return [Number(thread), { process: name, pid, name: name + own }];
  });
}

function childrenOf(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/** Returns how a process of PostgreSQL calls itself, such as `postgres: walwriter` or of whose schema it is. */
function roleOf(pid: number): string | undefined {
  const [, first, second] = /^postgres: (\S+) (\S+)?/.exec(textOf(`/proc/${pid}/cmdline`)) ?? [];
  if (first === undefined) return undefined;
  return `postgres (${first.startsWith("team") ? first : [first, second].join(" ").trim()})`;
}

function socketsOf(pid: number): string[] {
  return namesIn(`/proc/${pid}/fd`).flatMap((name) => inodeOf(linkOf(pid, Number(name))) ?? []);
}

/** Pairs the two ends of each connection by TCP on this machine, by their inodes. */
function peersOfSockets(): ReadonlyMap<string, string> {
  const rows = ["tcp", "tcp6"].flatMap((table) =>
    textOf(`/proc/net/${table}`)
      .split("\n")
      .slice(1)
      .map((row) => row.trim().split(/\s+/))
      .map(([, local = "", remote = "", , , , , , , inode = ""]) => ({
        local: portOf(local),
        remote: portOf(remote),
        inode,
      })),
  );
  const byPorts = new Map(rows.map(({ inode, local, remote }) => [`${local}-${remote}`, inode]));
  return new Map(
    rows.map(({ inode, local, remote }) => [inode, byPorts.get(`${remote}-${local}`) ?? ""]),
  );
}

/** Of an address as the kernel writes it: all are of this machine, so that the port is enough. */
function portOf(address: string): string {
  return address.slice(address.lastIndexOf(":") + 1);
}

function inodeOf(target: string): string | undefined {
  return /^socket:\[(\d+)\]$/.exec(target)?.[1];
}

function linkOf(pid: number, descriptor: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    // It was closed, or its process has ended.
    return "closed";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}
