import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { findServer, installServers, locateBrowser, locateServer } from "./locate-server.ts";

const bare = { folders: ["/nowhere"], install: null };

/**
 * A machine on which a program is there once it was installed, and on which nothing else can be installed meanwhile.
 */
function emptyMachine() {
  const folder = mkdtempSync(join(tmpdir(), "programs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const installed: string[][] = [];
  let busy = false;
  const install = async (packages: readonly string[]): Promise<void> => {
    if (busy) throw new Error("Could not get lock");
    busy = true;
    await setImmediate();
    for (const name of packages) {
      writeFileSync(join(folder, name), "");
      chmodSync(join(folder, name), 0o755);
    }
    installed.push([...packages]);
    busy = false;
  };
  return { folder, installed, machine: { folders: [folder], install } };
}

test("a missing server that cannot be installed is one sentence that says what to do", async () => {
  const nats = locateServer("nats-server", bare);
  await expect(nats).rejects.toThrow(
    /^nats-server is missing: install it \(.+ install nats-server\), or set NATS_URL .+\.$/,
  );
  await expect(installServers(["redis-server"], bare)).rejects.toThrow(/set REDIS_URL/);
});

test("a server that is there is found and nothing is installed", async () => {
  const found = findServer("redis-server");
  expect(found).toMatch(/\/redis-server$/);
  await expect(locateServer("redis-server")).resolves.toBe(found);
});

test("servers that are missing are installed once and one after another, whoever asks for them", async () => {
  const { folder, installed, machine } = emptyMachine();
  const wanted = ["redis-server", "nats-server", "redis-server"] as const;
  const found = await Promise.all(wanted.map((program) => locateServer(program, machine)));
  expect(found).toEqual(wanted.map((program) => join(folder, program)));
  expect(installed).toEqual([["redis-server"], ["nats-server"]]);
});

test("the browser for programs is taken before the one for people, which is where the other cannot be had", async () => {
  const { folder, installed, machine } = emptyMachine();
  const only = {
    ...machine,
    install: (names: readonly string[]) =>
      names.includes("chromium") ? machine.install(names) : Promise.reject(new Error("Unknown")),
  };
  expect(await locateBrowser(only)).toBe(join(folder, "chromium"));
  expect(await locateBrowser(machine)).toBe(join(folder, "chromium-headless-shell"));
  expect(installed).toEqual([["chromium"], ["chromium-headless-shell"]]);
  await expect(locateBrowser(bare)).rejects.toThrow("chromium is missing");
});

test("a program is installed with the package that it comes in, and the advice names that package", async () => {
  const installed: string[][] = [];
  const install = (packages: readonly string[]) =>
    Promise.resolve(void installed.push([...packages]));
  const machine = { folders: ["/nowhere"], install };
  await expect(locateServer("promtool", machine)).rejects.toThrow(
    /promtool is missing: .+ prometheus/,
  );
  expect(installed).toEqual([["prometheus"]]);
});

test("what could not be installed does not keep back what comes after", async () => {
  const { machine } = emptyMachine();
  const fails = () => Promise.reject(new Error("no network"));
  const failing = locateServer("redis-server", { ...machine, install: fails });
  const other = locateServer("nats-server", machine);
  await expect(failing).rejects.toThrow("no network");
  await expect(other).resolves.toMatch(/nats-server$/);
});
