import { streamSettings } from "@team-chat/config";
import {
  channelsEvent,
  type DomainEvent,
  getUsersState,
  subscriptionAddedFacts,
} from "@team-chat/contract";
import { createServiceApp, createServicePool, listen, type ServicePool } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, type Nats } from "@team-chat/nats";
import { openOutbox, type Outbox } from "@team-chat/outbox";
import { type Database, openDatabase } from "@team-chat/pg";
import { Projection, UserDirectory } from "@team-chat/projection";
import type { Logger } from "@team-chat/telemetry";

import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { createLog } from "./log.ts";
import { loadChanges } from "./queries/changes.ts";
import { checkDatabase } from "./queries/realm-version.ts";
import { RealmChannels } from "./realm/realm-channels.ts";
import { internalRoutes, routes } from "./routes.ts";

/** What tests replace. */
export interface Overrides {
  readonly log?: Logger;
  /** Whether answers are checked against the contract. */
  readonly checkOutput?: boolean;
}

export interface ChannelsService extends AsyncDisposable {
  readonly port: number;
  readonly outbox: Outbox;
}

/** Starts the service; resolves when it listens. */
export async function createService(
  config: Config,
  overrides: Overrides = {},
): Promise<ChannelsService> {
  const log = overrides.log ?? createLog(config.LOG_LEVEL);
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  await using stack = new AsyncDisposableStack();
  const nats = stack.adopt(
    await connectNats({ url: config.NATS_URL, name: "channels" }),
    (connection) => connection.close(),
  );
  const db = stack.adopt(await openDatabase({ url: config.DATABASE_URL.reveal() }), (open) =>
    open.end(),
  );
  const outbox = stack.use(openChannelsOutbox({ config, nats, db, log }));
  const peer = stack.adopt(createServicePool(config.USERS_URL, { name: "users", signer }), (pool) =>
    pool.close(),
  );
  const ctx = contextOf({ config, db, outbox, peer });
  const app = createServiceApp({
    service: "channels",
    ctx,
    signer,
    logger: log,
    routes,
    internal: internalRoutes,
    checkOutput: overrides.checkOutput ?? false,
    ready: async () => {
      await checkDatabase(db);
      await nats.flush();
    },
  });
  const server = stack.use(await listen(app, { host: config.HOST, port: config.PORT }));
  const owned = stack.move();
  return { port: server.port, outbox, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface ContextParts {
  readonly config: Config;
  readonly db: Database;
  readonly outbox: Outbox;
  readonly peer: ServicePool;
}

function contextOf({ config, db, outbox, peer }: ContextParts): Context {
  return {
    db,
    outbox,
    users: new Projection({
      fetch: (realmId, since) =>
        peer.call(
          getUsersState,
          { kind: "service", name: "channels" },
          { realmId, since },
          { realmId },
        ),
      empty: () => new UserDirectory(),
      apply: (directory, state) => directory.apply(state),
    }),
    channels: new Projection({
      fetch: (realmId, since) => loadChanges(db, realmId, since),
      empty: () => new RealmChannels(),
      apply: (channels, changes) => channels.apply(changes),
    }),
    webPublicChannels: config.WEB_PUBLIC_CHANNELS,
  };
}

interface OutboxParts {
  readonly config: Config;
  readonly nats: Nats;
  readonly db: Database;
  readonly log: Logger;
}

function openChannelsOutbox({ config, db, log, nats }: OutboxParts): Outbox {
  return openOutbox({
    service: "channels",
    db,
    url: config.DATABASE_URL.reveal(),
    nats,
    streams: streamSettings(config),
    check: checkEvent,
    onError: (error) => {
      log.error({ err: error }, "survived");
    },
  });
}

/** @throws ZodError when clients or the events service would not understand the event */
function checkEvent({ event, internal }: DomainEvent): void {
  channelsEvent.parse(event);
  if (internal !== undefined) subscriptionAddedFacts.parse(internal);
}
