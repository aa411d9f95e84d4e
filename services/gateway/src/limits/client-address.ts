import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Finds out which address a request comes from. */
export type ClientAddress = (req: IncomingMessage) => string;

/**
 * Believes X-Forwarded-For only as far as it was written by trusted proxies: the client is the last address in the
 * chain that is not one of them.
 * @throws when `trusted`, addresses and networks separated by commas, has something else in it
 */
export function clientAddress(trusted: string): ClientAddress {
  const proxies = blockList(trusted);
  if (proxies === null) return directAddress;
  const isProxy = (address: string) =>
    proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return (req) => {
    let address = directAddress(req);
    const chain = String(req.headers["x-forwarded-for"] ?? "").split(",");
    while (isProxy(address)) {
      const previous = chain.pop()?.trim();
      if (previous === undefined || isIP(previous) === 0) break;
      address = plain(previous);
    }
    return address;
  };
}

/** Returns what tells whether a request comes from one of these proxies, whoever may have begun it. */
export function fromProxy(trusted: string): (req: IncomingMessage) => boolean {
  const proxies = blockList(trusted);
  return (req) => {
    const address = directAddress(req);
    return proxies?.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") === true;
  };
}

/** Reduces an address to what one customer of a provider has: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const behind = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => "0");
  const network = [...before, ...zeros, ...behind].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

function directAddress(req: IncomingMessage): string {
  return plain(req.socket.remoteAddress ?? "");
}

/** Unwraps IPv4 addresses, which sockets that serve both kinds write as IPv6. */
function plain(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

function blockList(trusted: string): BlockList | null {
  const entries = trusted
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.length === 0) return null;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (isIP(address) === 0)
      throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a network.`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
