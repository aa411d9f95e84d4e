import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileName = "secrets.json";

/** Made once for each data folder. */
export interface Secrets {
  readonly identityKey: string;
  /** Of PostgreSQL's superuser. */
  readonly adminPassword: string;
  /** The services' roles have passwords of their own, all derived from this. */
  readonly rolePassword: string;
}

/** Reads the secrets of the data folder, after making them if there are none yet. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, fileName);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Secrets;
  const made: Secrets = {
    identityKey: random(),
    adminPassword: random(),
    rolePassword: random(),
  };
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

function random(): string {
  return randomBytes(32).toString("hex");
}
