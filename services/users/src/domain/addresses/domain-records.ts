import { NODATA, NOTFOUND, Resolver } from "node:dns/promises";

/** Looks up what owners of domains say in the DNS. */
export interface DomainRecords {
  /** Returns the TXT records of a name; null when no server could be asked. */
  readonly texts: (name: string) => Promise<readonly string[] | null>;
}

/** Wait for one answer, in ms, of which there are at most two. */
const timeout = 3000;
const tries = 2;

/** @param servers network addresses of DNS servers, with or without port; those of the machine when there are none */
export function createDomainRecords(servers: readonly string[]): DomainRecords {
  const resolver = new Resolver({ timeout, tries });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    texts: async (name) => {
      try {
        const records = await resolver.resolveTxt(name);
        return records.map((parts) => parts.join(""));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return code === NODATA || code === NOTFOUND ? [] : null;
      }
    },
  };
}
