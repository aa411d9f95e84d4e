import { at, type Manifest, mappingsIn, textAt } from "./manifest.ts";

const peerUrl = /^(?<scheme>dns\+http|http):\/\/(?<host>[a-z0-9-]+):(?<port>\d+)$/;

/** Finds addresses of peers in a ConfigMap that no Service of the rendered set answers to. */
export function peerProblems(manifest: Manifest, manifests: readonly Manifest[]): string[] {
  if (manifest.kind !== "ConfigMap") {
    return [];
  }
  const peers = Object.entries((at(manifest, "data") ?? {}) as Record<string, string>)
    .filter(([key]) => key.endsWith("_URL"))
    .map(([key, value]) => ({ key, match: peerUrl.exec(value)?.groups }));
  return peers.flatMap(({ key, match }) => {
    const service = manifests.find(
      ({ kind, metadata }) => kind === "Service" && metadata.name === match?.["host"],
    );
    if (match === undefined || match["host"] === undefined) {
      return [];
    }
    if (service === undefined) {
      return [`${key} names the Service ${match["host"]}, which does not exist`];
    }
    const ports = mappingsIn(at(service, "spec", "ports")).map((port) => textAt(port, "port"));
    const headless = at(service, "spec", "clusterIP") === "None";
    return [
      ...(ports.includes(match["port"] ?? "")
        ? []
        : [`${key} names a port that the Service ${match["host"]} does not have`]),
      ...(match["scheme"] === "dns+http" && !headless
        ? [
            `${key} asks DNS for every pod, but the Service ${match["host"]} is not headless: set clusterIP: None`,
          ]
        : []),
    ];
  });
}
