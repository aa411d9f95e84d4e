import { z } from "zod";

import { loadContract } from "../contract/load-contract.ts";
import type { Problem } from "../problem.ts";
import { readSources, type SourceFile } from "../source-files.ts";

/** A type of event and the files in which a service makes it. */
export interface EmittedEvent {
  readonly type: string;
  /** From the service's folder. */
  readonly files: readonly string[];
}

/**
 * Lists the events that a service emits: those of its schema in the contract, `<service>Event`, or
 * `<service>DomainEvent` where some of them are not for clients.
 */
export async function emittedEvents(root: string, service: string): Promise<EmittedEvent[]> {
  const contract = await loadContract(root);
  const schema = contract?.[`${service}DomainEvent`] ?? contract?.[`${service}Event`];
  if (!(schema instanceof z.ZodType)) return [];
  const sources = makersOf(root, service);
  return [...new Set(typesOf(schema))]
    .toSorted()
    .map((type) => ({ type, files: filesThatMake(type, sources) }));
}

/** Every event of the contract is made somewhere. */
export function unmadeEvents(service: string, events: readonly EmittedEvent[]): Problem[] {
  return events
    .filter(({ files }) => files.length === 0)
    .map(({ type }) => ({
      file: `services/${service}/src`,
      message: `the contract says that ${service} emits ${type} events, but no file makes one`,
    }));
}

function typesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => typesOf(option));
  if (!(schema instanceof z.ZodObject)) return [];
  const type: unknown = schema.shape["type"];
  return type instanceof z.ZodLiteral ? [...type.values].map(String) : [];
}

/**
 * Files that may make events: neither tests nor what reads events, nor the sections of the initial data, which bear
 * their names.
 */
function makersOf(root: string, service: string): SourceFile[] {
  return readSources(root, `services/${service}/src/**/*.ts`).filter(
    ({ path }) =>
      !/\.test\.ts$|\/(?:consumers|register)\/|\/spectator|\/register-sections/.test(path),
  );
}

/**
 * The files that give an event this type; without any, those where the type stands for itself, for a function that
 * makes the event.
 */
function filesThatMake(type: string, sources: readonly SourceFile[]): string[] {
  const makes = new RegExp(
    `\\btype: (?:"${type}"|\`(?:${templatesFor(type)})\`)|\\{"type":"${type}"`,
  );
  const made = sources.filter(({ text }) => makes.test(text));
  const naming = sources.filter(
    ({ path, text }) =>
      /\/(?:operations|workflows|present)\//.test(path) && text.includes(`"${type}"`),
  );
  const found = made.length > 0 ? made : naming;
  return found.map(({ path }) => path.split("/").slice(2).join("/"));
}

/** A pattern for texts of templates that give the type by filling in one of its words. */
function templatesFor(type: string): string {
  const words = type.split("_");
  return words
    .map((_, index) => words.with(index, String.raw`\$\{[^}]+\}`).join("_"))
    .filter((template) => template.includes("_"))
    .join("|");
}
