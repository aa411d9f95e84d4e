import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileName = "secrets.json";

/** Made once for each data folder. */
export interface Secrets {
  /** One key, or several separated by commas, of which the first signs. */
  readonly identityKey: string;
  /** Of PostgreSQL's superuser. */
  readonly adminPassword: string;
  /** The services' roles have passwords of their own, all derived from this. */
  readonly rolePassword: string;
  /** The services' users at NATS have passwords of their own, all derived from this. */
  readonly natsPassword: string;
  /** Of the gateway at Redis. */
  readonly redisPassword: string;
  /** Key by which push services know the installation. */
  readonly vapidKey: string;
  /** Key of the operator's interface. */
  readonly operatorKey: string;
}

/** Reads the secrets of the data folder, after making those that are not there yet. */
export function loadSecrets(dataDir: string): Secrets {
  const kept = readSecrets(dataDir);
  const all: Secrets = {
    identityKey: random(),
    adminPassword: random(),
    rolePassword: random(),
    natsPassword: random(),
    redisPassword: random(),
    vapidKey: randomBytes(32).toString("base64url"),
    operatorKey: random(),
    ...kept,
  };
  if (Object.keys(all).length !== Object.keys(kept).length) writeSecrets(dataDir, all);
  return all;
}

/**
 * Replaces the secrets of a data folder whose stack does not run. What the key before this one has signed stays good;
 * what keys before that have signed does not. The superuser of PostgreSQL keeps its password, and the key for push
 * services stays, because browsers that were added under it take pushes of no other.
 */
export function replaceSecrets(dataDir: string): void {
  const { adminPassword, identityKey, vapidKey } = loadSecrets(dataDir);
  const [before = ""] = identityKey.split(",");
  writeSecrets(dataDir, {
    identityKey: `${random()},${before}`,
    adminPassword,
    rolePassword: random(),
    natsPassword: random(),
    redisPassword: random(),
    vapidKey,
    operatorKey: random(),
  });
}

function readSecrets(dataDir: string): Partial<Secrets> {
  const file = join(dataDir, fileName);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Secrets>) : {};
}

/** Writes all or nothing: without the passwords nobody gets at the data any more. */
function writeSecrets(dataDir: string, secrets: Secrets): void {
  const file = join(dataDir, fileName);
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function random(): string {
  return randomBytes(32).toString("hex");
}
