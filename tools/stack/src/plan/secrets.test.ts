import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { loadSecrets, replaceSecrets } from "./secrets.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("secrets of a data folder (docs/subsystems/secrets.md#on-one-machine)", () => {
  test("secrets that an earlier release did not have are made, and the others stay", () => {
    const folder = newFolder();
    const earlier = { identityKey: "a", adminPassword: "b", rolePassword: "c" };
    writeFileSync(join(folder, "secrets.json"), JSON.stringify(earlier));
    const secrets = loadSecrets(folder);
    expect(secrets).toMatchObject(earlier);
    expect(Object.values(secrets).every((secret) => secret.length > 0)).toBe(true);
    expect(loadSecrets(folder)).toEqual(secrets);
    expect(JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8"))).toEqual(secrets);
  });

  test("secrets that are replaced are all new, but for a key before, the superuser's password and the VAPID key", () => {
    const folder = newFolder();
    const first = loadSecrets(folder);
    replaceSecrets(folder);
    const second = loadSecrets(folder);
    expect(second.identityKey.split(",")[1]).toBe(first.identityKey);
    expect(second.adminPassword).toBe(first.adminPassword);
    expect(second.vapidKey).toBe(first.vapidKey);
    for (const name of [
      "rolePassword",
      "natsPassword",
      "redisPassword",
      "identityKey",
      "operatorKey",
    ] as const)
      expect(second[name]).not.toBe(first[name]);
    replaceSecrets(folder);
    expect(loadSecrets(folder).identityKey).not.toContain(first.identityKey);
  });
});
