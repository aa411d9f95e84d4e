import type { GenericContainer, StartedTestContainer } from "testcontainers";

import type { ServerSet, Wanted } from "./server-set.ts";

// The versions that production runs (deploy/k8s).
const images = { postgres: "postgres:18", nats: "nats:2.9", redis: "redis:7" } as const;
const ports = { postgres: 5432, nats: 4222, redis: 6379 } as const;

// No option of its command line sets the second.
const natsSettings = "jetstream {}\nmax_payload: 8MB\n";

type Kind = keyof typeof images;

/** Starts the wanted servers in Docker containers. */
export async function startContainers(wanted: Wanted): Promise<ServerSet> {
  // Loaded only here: the package is large and most runs never need it.
  const { GenericContainer: Container, Wait } = await import("testcontainers");
  const recipes: Record<Kind, (container: GenericContainer) => GenericContainer> = {
    postgres: (container) =>
      container
        .withEnvironment({
          POSTGRES_PASSWORD: "postgres",
          POSTGRES_INITDB_ARGS:
            "--encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C",
        })
        .withCommand(["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=300"])
        // The first time is the image's own initialisation.
        .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2)),
    nats: (container) =>
      container
        .withCopyContentToContainer([{ content: natsSettings, target: "/team-chat.conf" }])
        .withCommand(["-c", "/team-chat.conf"])
        .withWaitStrategy(Wait.forLogMessage(/Server is ready/)),
    redis: (container) =>
      container
        .withCommand(["redis-server", "--save", "", "--appendonly", "no"])
        .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/)),
  };
  const kinds = (["postgres", "nats", "redis"] as const).filter((kind) => wanted[kind]);
  const started = await Promise.all(
    kinds.map(async (kind) => {
      const container = recipes[kind](new Container(images[kind]).withExposedPorts(ports[kind]));
      return { kind, container: await container.start() };
    }),
  );
  return {
    urls: Object.fromEntries(started.map(({ kind, container }) => [kind, urlOf(kind, container)])),
    stop: async () => {
      await Promise.all(started.map(({ container }) => container.stop()));
    },
  };
}

function urlOf(kind: Kind, container: StartedTestContainer): string {
  const address = `${container.getHost()}:${container.getMappedPort(ports[kind])}`;
  return kind === "postgres"
    ? `postgres://postgres:postgres@${address}/postgres`
    : `${kind}://${address}`;
}
