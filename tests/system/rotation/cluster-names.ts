import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const inCluster = /\.team-chat-data$/;

/** Has the names that servers have in a cluster stand for this machine in this process; returns what takes it back. */
export function standForCluster(): () => void {
  const { lookup } = dns;
  const give = (found: object) => {
    Object.assign(dns, found);
    syncBuiltinESMExports();
  };
  give({
    lookup: (name: string, ...rest: readonly unknown[]): unknown =>
      Reflect.apply(lookup, dns, [inCluster.test(name) ? "127.0.0.1" : name, ...rest]),
  });
  return () => give({ lookup });
}
