import { serverNames, serverPorts, serverUrl } from "../server-targets.ts";
import type { StackOptions } from "../stack-options.ts";
import { choosePorts } from "./choose-ports.ts";
import { loadSecrets } from "./secrets.ts";
import { portOf, type ServerName, type Wiring } from "./wiring.ts";

/**
 * Settles everything the processes have to know about each other before the first of them is started.
 *
 * @throws PortTakenError when the port that was asked for is taken.
 */
export async function prepareWiring(options: StackOptions): Promise<Wiring> {
  const { mode, host, externalScheme, logLevel, externalUrls, plan, dataDir, port } = options;
  const secrets = loadSecrets(dataDir);
  const usual = [
    ...Object.entries(serverPorts),
    ...plan.services.flatMap((one) => Object.entries(one.ports)),
    ...plan.inside.map(({ name, port: wish }) => [name, wish] as const),
  ];
  const wishes = usual.map(([name, wish]) => [name, port === 0 ? 0 : wish] as const);
  const fixed = port === null ? {} : { gateway: port };
  const ports = await choosePorts(Object.fromEntries(wishes), fixed);
  const urlOf = (name: ServerName): string =>
    externalUrls[name] ?? serverUrl(name, { ports, secrets });
  const urls = { postgres: urlOf("postgres"), nats: urlOf("nats"), redis: urlOf("redis") };
  const externalHost = options.externalHost ?? `localhost:${portOf({ ports }, "gateway")}`;
  const external = serverNames.filter((name) => externalUrls[name] !== undefined);
  const known = { mode, host, externalHost, externalScheme, logLevel, dataDir };
  return { ...known, urls, external, secrets, ports };
}
