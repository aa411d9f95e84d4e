import { Resolver } from "node:dns/promises";

import type { Resolve } from "@team-chat/target-guard";

import { DirectoryFailure } from "./directory-failure.ts";

const resolver = new Resolver({ timeout: 2000, tries: 2 });

/**
 * Resolves names as DNS has them. Unlike `dns.lookup` it takes none of the few threads of the process while a name
 * server is silent, for which hashing passwords would wait.
 */
export const resolveName: Resolve = (hostname, _options, callback) => {
  void resolved(hostname, callback);
};

async function resolved(hostname: string, callback: Parameters<Resolve>[2]): Promise<void> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found = [
    ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  callback(found.length > 0 ? null : new DirectoryFailure("There is no such host"), found);
}
