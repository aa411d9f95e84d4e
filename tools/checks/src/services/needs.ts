import { loadConfigFields } from "../config/config-fields.ts";
import { internalOperationsOf, loadContract } from "../contract/load-contract.ts";
import { readSources, type SourceFile } from "../source-files.ts";

/** Something that a service cannot work without. */
export interface Need {
  /** A server or another service. */
  readonly name: string;
  /** The internal operations that it asks another service for, in alphabetical order. */
  readonly asks: readonly string[];
}

const servers: Readonly<Record<string, string>> = {
  DATABASE_URL: "PostgreSQL",
  NATS_URL: "NATS",
  REDIS_URL: "Redis",
};

/** Lists the servers and services whose addresses a service's configuration has, and what it asks them for. */
export async function needsOf(root: string, service: string): Promise<Need[]> {
  const fields = (await loadConfigFields(root, `services/${service}`)) ?? [];
  const names = fields.map(({ name }) => name);
  const asked = await askedOperations(root, service);
  const peers = names
    .filter((name) => /^[A-Z]+_URL$/.test(name) && isService(root, nameOf(name)))
    .map((name) => ({ name: nameOf(name), asks: asked.get(nameOf(name)) ?? [] }));
  const needed = Object.keys(servers).filter((name) => names.includes(name));
  return [...needed.map((name) => ({ name: servers[name] ?? "", asks: [] })), ...peers];
}

function nameOf(variable: string): string {
  return variable.replace(/_URL$/, "").toLowerCase();
}

function isService(root: string, name: string): boolean {
  return readSources(root, `services/${name}/src/config.ts`).length === 1;
}

/**
 * By owner, the internal operations of other services that the service's files import: those of a list all when the
 * list is gone through.
 */
async function askedOperations(
  root: string,
  service: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const contract = await loadContract(root);
  const calls = contract === null ? [] : internalOperationsOf(contract);
  const files = readSources(root, `services/${service}/src/**/*.ts`).filter(
    ({ path }) => !path.endsWith(".test.ts"),
  );
  const asked = calls
    .filter(({ owner, reference }) => owner !== service && files.some(isAskedIn(reference)))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const byOwner = Map.groupBy(asked, ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, group]) => [owner, group.map(({ name }) => name)]));
}

const contractImport = /^import (?:type )?\{(?<names>[^}]+)\} from "@team-chat\/contract";$/gm;

function isAskedIn(reference: string): (file: SourceFile) => boolean {
  const [name = "", member] = reference.split(".");
  const used = new RegExp(`\\b${name}\\.${member}\\b|\\(${name}\\)`);
  return ({ text }) => {
    const imports = [...text.matchAll(contractImport)].map(({ groups }) => groups?.["names"] ?? "");
    const isImported = imports.some((names) => names.match(/\w+/g)?.includes(name));
    return isImported && (member === undefined || used.test(text));
  };
}
