import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { env, Secret } from "@team-chat/config";
import {
  type Bundle,
  bundleSubject,
  type DomainEvent,
  encodeAudience,
  eventStreamName,
  plainLayout,
} from "@team-chat/contract";
import { type Caller, createIdentitySigner } from "@team-chat/identity";
import { buckets, connectNats, type Nats, provision, StreamPublisher } from "@team-chat/nats";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { nextLook } from "@team-chat/testkit";

import { QueueStore } from "../src/domain/queues/queue-store.ts";
import { createService, type EventsOverrides, type EventsService } from "../src/index.ts";
import { key, type Owners, startOwners } from "./owners.ts";

const settings = { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 };
/** A machine that has much else to do may not answer within the five seconds that are usual. */
const patient = { timeout: 240_000 };

/** NATS, the owners of the initial data, and as many events processes as a test wants. */
export class World implements AsyncDisposable {
  readonly owners: Owners;
  /** The descriptors of all queues. */
  readonly store: QueueStore;
  readonly #dir: string;
  #server: ServerHandle;
  readonly #nats: Nats;
  readonly #open: AsyncDisposable[] = [];
  readonly #services: EventsService[] = [];

  private constructor(
    owners: Owners,
    dir: string,
    servers: { server: ServerHandle; nats: Nats; store: QueueStore },
  ) {
    this.owners = owners;
    this.store = servers.store;
    this.#dir = dir;
    this.#server = servers.server;
    this.#nats = servers.nats;
  }

  static async create(): Promise<World> {
    const dir = await mkdtemp(path.join(tmpdir(), "events-"));
    const server = await startNats({ dataDir: path.join(dir, "nats") });
    const nats = await connectNats({ url: server.url, name: "test" });
    await provision(nats, settings);
    const store = await QueueStore.open(nats);
    return new World(await startOwners(), dir, { server, nats, store });
  }

  /** A connection of the test's own. */
  get nats(): Nats {
    return this.#nats;
  }

  get natsUrl(): string {
    return this.#server.url;
  }

  get #first(): EventsService {
    const [first] = this.#services;
    if (!first) throw new Error("No events process was started.");
    return first;
  }

  /** Starts an events process; `pool` calls it. */
  async start(
    overrides: EventsOverrides = {},
    where: { readonly natsUrl?: string } = {},
  ): Promise<{ service: EventsService; pool: ServiceClient }> {
    const service = await this.startUnready(overrides, where);
    const pool = createServiceClient(`http://127.0.0.1:${service.port}`, {
      name: "events",
      signer: createIdentitySigner(key),
    });
    this.#open.push({ [Symbol.asyncDispose]: () => pool.close() });
    await service.hub.whenReady();
    return { service, pool };
  }

  /** Starts an events process that may not know yet where the stream stands. */
  async startUnready(
    overrides: EventsOverrides = {},
    { layout = settings.layout, natsUrl = this.#server.url } = {},
  ): Promise<EventsService> {
    const url = `http://127.0.0.1:${this.owners.server.port}`;
    const service = await createService(
      {
        MODE: "development",
        HOST: "127.0.0.1",
        DRAIN_MS: 0,
        ADVERTISED_HOST: "127.0.0.1",
        LOG_LEVEL: "silent",
        ...env.telemetryDefaults,
        NATS_URL: natsUrl,
        PARTITIONS: layout,
        IDENTITY_KEY: new Secret(key),
        PORT: 0,
        LINK_PORT: 0,
        USERS_URL: url,
        CHANNELS_URL: url,
        MESSAGES_URL: url,
      },
      { checkOutput: true, ...overrides },
    );
    this.#services.push(service);
    this.#open.push(service);
    return service;
  }

  /**
   * Kills NATS and starts it again on what `meanwhile` leaves in the folder of the stream's messages; as after any loss
   * of contact somebody provisions.
   */
  async restartNats(meanwhile: (messages: string) => void = () => undefined): Promise<void> {
    const { pid, port } = this.#server;
    const dataDir = path.join(this.#dir, "nats");
    const reconnected = this.#reconnected();
    process.kill(pid, "SIGKILL");
    await this.#server.exited;
    meanwhile(path.join(dataDir, "jetstream/$G/streams", eventStreamName(0), "msgs"));
    this.#server = await startNats({ dataDir, port });
    await reconnected;
    await provision(this.#nats, settings);
  }

  async #reconnected(): Promise<void> {
    for await (const { type } of this.#nats.status()) if (type === "reconnect") return;
  }

  /** Publishes events as one bundle, as a service's outbox would. */
  async publish(
    events: readonly DomainEvent[],
    { realm = 1, service = "messages", xid = "1000", committedAt = Date.now() } = {},
  ): Promise<void> {
    const bundle: Bundle = { service, realm, xid, events: [...events] };
    await this.publishText(JSON.stringify(bundle), { realm, service, committedAt });
  }

  /** Publishes a bundle as it stands in the stream. */
  async publishText(
    text: string,
    { realm = 1, service = "messages", committedAt = Date.now() } = {},
  ): Promise<void> {
    const publisher = new StreamPublisher(this.#nats, patient.timeout);
    const head = { messageId: randomUUID(), facts: null, committedAt };
    await publisher.publish(bundleSubject(0, realm, service), text, head);
  }

  /** Resolves when a process, the first unless told otherwise, has seen everything published so far. */
  async settle({ hub } = this.#first): Promise<void> {
    const { state } = await (
      await jetstreamManager(this.#nats, patient)
    ).streams.info(eventStreamName(0));
    await until(() => hub.ready && hub.begin(1).startSequence >= state.last_seq);
  }

  /** Counts the reports that the stream lost bundles. */
  async losses(): Promise<number> {
    const epochs = await new Kvm(this.#nats).open(buckets.epochs, { allow_direct: false });
    const entry = await epochs.get("0");
    return entry?.revision ?? 0;
  }

  /** Resolves when a poll of the queue waits. */
  async parked(queueId: string, service = this.#first): Promise<void> {
    await until(() => service.hub.table.get(queueId)?.parked !== undefined);
  }

  isParked(queueId: string): boolean {
    return this.#first.hub.table.get(queueId)?.parked !== undefined;
  }

  *queueIds(): Iterable<string> {
    for (const { descriptor } of this.#first.hub.table.queues) yield descriptor.id;
  }

  beat(): void {
    this.#first.hub.beat();
  }

  async sweep(): Promise<void> {
    await this.#first.expiry.sweep();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#open) await one[Symbol.asyncDispose]();
    await this.owners.server.close();
    await this.#nats.close();
    await this.#server.stop();
    rmSync(this.#dir, { recursive: true });
  }
}

export function userOf(userId: number, realmId = 1, role = 400): Caller {
  return {
    kind: "user",
    realm: { id: realmId, subdomain: "", url: "http://localhost:9991" },
    userId,
    role,
    isBot: false,
    client: "test",
    usersVersion: 0,
  };
}

/** An event for these users. */
export function eventFor(
  userIds: readonly number[],
  fields: Record<string, unknown> = {},
): DomainEvent {
  return { audience: encodeAudience(userIds), event: { type: "reaction", op: "add", ...fields } };
}

/** A message event in its widest form. */
export function messageFor(
  userIds: readonly number[],
  { id = 1, subject = "lunch" } = {},
): DomainEvent {
  return {
    audience: encodeAudience(userIds),
    event: {
      type: "message",
      message: {
        id,
        type: "stream",
        sender_id: 7,
        sender_email: "seven@example.com",
        sender_full_name: "Seven",
        sender_realm_str: "",
        client: "test",
        timestamp: 1,
        recipient_id: 3,
        subject,
        topic_links: [],
        is_me_message: false,
        reactions: [],
        submessages: [],
        display_recipient: "general",
        stream_id: 9,
        content: "**hi**",
        rendered_content: "<p><strong>hi</strong></p>",
        avatar_url: "https://avatars.example/7",
        avatar_is_gravatar: true,
      },
    },
  };
}

/** Gives the event loop turns until the condition holds; the test's own time limit ends a wait that never does. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextLook();
}
