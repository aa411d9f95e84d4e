import { type LookupAddress, type LookupAllOptions } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Networks that are not the public internet (RFC 6890 and what cloud providers keep their metadata in). */
const closedIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Everything but global unicast (2000::/3), and of that what leads to or stands for other networks. */
const closedIpv6 = [
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
];

/** An address that somebody gave is one that this installation does not connect to. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}

/** Decides about resolved addresses. */
export interface TargetGuard {
  readonly allows: (address: string) => boolean;
  /** Tells whether the host of a URL is an address that is refused; names are looked at once they are resolved. */
  readonly refusesHost: (hostname: string) => boolean;
}

/** `allowed` lists networks as `address/prefix` that are fine although they are not public. */
export function createTargetGuard(allowed: readonly string[]): TargetGuard {
  // A list for each family, because BlockList finds IPv4 addresses in ::/3 too.
  const closed = { ipv4: blockListOf(closedIpv4), ipv6: blockListOf(closedIpv6) };
  const excepted = blockListOf(allowed);
  const allows = (address: string) => {
    // Addresses with a zone are link-local, and BlockList does not find them in any network.
    if (isIP(address) === 0 || address.includes("%")) return false;
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    return excepted.check(address, family) || !closed[family].check(address, family);
  };
  return {
    allows,
    refusesHost: (hostname) => {
      const host = hostname.replace(/^\[(?<inner>.*)\]$/, "$<inner>");
      return isIP(host) !== 0 && !allows(host);
    },
  };
}

/** Names to addresses, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves names like Node's own look-up, but fails when any address behind the name is refused: the connection is made
 * to what was checked.
 */
export function guardedLookup(guard: TargetGuard, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, "");
      else if (!first || addresses.some(({ address }) => !guard.allows(address)))
        callback(refused(), "");
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Returns the refusal of an address. */
export function refused(): TargetRefused {
  return new TargetRefused("The address is not allowed.");
}

/** @throws Error when one of them is not `address/prefix`. */
function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix = ""] = network.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
