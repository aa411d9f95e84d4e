import type { Dispatch } from "@team-chat/rpc";

import { methodsOnly, noOperation, wrongMethod } from "./no-operation.ts";
import { type RouteTable, splitUrl } from "./route-table.ts";
import type { Bound, Run } from "./run.ts";

interface Surface {
  readonly table: RouteTable<Bound>;
  /** By path. */
  readonly internal: ReadonlyMap<string, Bound>;
}

interface Target extends Bound {
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the endpoint of each request that comes over a connection of our processes, and runs it. */
export function createDispatcher(surface: Surface, run: Run): Dispatch {
  return (request) => {
    const [path, query] = splitUrl(request.target);
    const found = target(surface, request.method, path);
    return run(found, { request, path: found.path, query });
  };
}

function target({ internal, table }: Surface, method: string, path: string): Target {
  if (method === "OPTIONS") {
    const allowed = table.methodsOf(path);
    return { ...(allowed.length === 0 ? noOperation : methodsOnly(allowed)), path: {} };
  }
  const called = method === "POST" ? internal.get(path) : undefined;
  if (called !== undefined) return { ...called, path: {} };
  const found = table.find(method, path);
  if (found === undefined) return { ...noOperation, path: {} };
  if ("allowed" in found) return { ...wrongMethod(found.allowed), path: {} };
  return { ...found.entry, path: found.path };
}
