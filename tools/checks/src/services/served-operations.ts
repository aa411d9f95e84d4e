import { posix } from "node:path";

import {
  type DeclaredCall,
  internalOperationsOf,
  loadContract,
} from "../contract/load-contract.ts";
import type { Problem } from "../problem.ts";
import { readSources } from "../source-files.ts";

/** An operation and the file that carries it out. */
export interface ServedOperation {
  readonly name: string;
  readonly doc: string;
  /** From the service's folder. */
  readonly file: string;
}

/**
 * Operations of a service: those for clients and internal ones, in order of their files, and those that it does not
 * bind.
 */
export interface ServedOperations {
  readonly forClients: readonly ServedOperation[];
  readonly forServices: readonly ServedOperation[];
  readonly problems: readonly Problem[];
}

/**
 * Finds out which file of a service carries out each operation that the contract gives to it, by the lists in
 * `routes.ts` and, where those for services have a file of their own, in `internal-routes.ts`.
 */
export async function servedOperations(root: string, service: string): Promise<ServedOperations> {
  const contract = await loadContract(root);
  const lists = readSources(root, `services/${service}/src/{routes,internal-routes}.ts`);
  const routes = lists.map(({ text }) => text).join("\n");
  const files = filesOfRoutes(routes);
  const problems: Problem[] = [];
  const serve = (operations: readonly DeclaredCall[]) =>
    operations
      .filter(({ owner }) => owner === service)
      .flatMap((operation) => {
        const file = files.get(operation.reference) ?? "";
        if (file === "") problems.push(unbound(service, operation));
        return file === "" ? [] : [{ name: operation.name, doc: operation.doc ?? "", file }];
      })
      .toSorted((a, b) => posix.dirname(a.file).localeCompare(posix.dirname(b.file)));
  if (contract === null) return { forClients: [], forServices: [], problems };
  const forClients = serve(contract.operations.map((one) => ({ ...one, reference: one.name })));
  return { forClients, forServices: serve(internalOperationsOf(contract)), problems };
}

const binding = /oute\(\s*contract\.(?<operation>[\w.]+),/g;
const imported = /^import \{(?<names>[^}]+)\} from "\.\/(?<path>[^"]+)";$/gm;

/** The file behind each operation of a list of routes: the first imported name after the operation's. */
function filesOfRoutes(text: string): ReadonlyMap<string, string> {
  const paths = new Map(
    [...text.matchAll(imported)].flatMap(({ groups }) =>
      namesIn(groups?.["names"] ?? "").map((name) => [name, `src/${groups?.["path"]}`]),
    ),
  );
  const bindings = [...text.matchAll(binding)];
  return new Map(
    bindings.map((match, index) => {
      const bound = text.slice(match.index + match[0].length, bindings[index + 1]?.index);
      const name = bound.match(/\w+/g)?.find((word) => paths.has(word)) ?? "";
      return [match.groups?.["operation"] ?? "", paths.get(name) ?? ""];
    }),
  );
}

/** The names under which an import's list is known in the file. */
function namesIn(list: string): readonly string[] {
  return list.split(",").flatMap((one) => one.match(/\w+/g)?.at(-1) ?? []);
}

function unbound(service: string, { name }: DeclaredCall): Problem {
  return {
    file: `services/${service}/src/routes.ts`,
    message: `the contract gives ${name} to ${service}, but no file of ${service} is bound to it`,
  };
}
