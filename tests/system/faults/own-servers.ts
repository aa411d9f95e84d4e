import path from "node:path";

import {
  type NatsOptions,
  type RedisOptions,
  type ServerHandle,
  startNats,
  startRedis,
} from "@team-chat/servers";

/** Those whom the servers let in, and the certificates that they show. */
export interface ServerSettings {
  readonly nats: Pick<NatsOptions, "tls" | "users">;
  readonly redis: Pick<RedisOptions, "tls" | "users">;
}

/** A NATS and a Redis, each of which keeps its port for life, and has its settings as they are whenever it starts. */
export class OwnServers {
  readonly #dir: string;
  readonly #settings: () => ServerSettings;
  #nats: ServerHandle;
  #redis: ServerHandle;

  private constructor(parts: {
    readonly dir: string;
    readonly settings: () => ServerSettings;
    readonly nats: ServerHandle;
    readonly redis: ServerHandle;
  }) {
    this.#dir = parts.dir;
    this.#settings = parts.settings;
    this.#nats = parts.nats;
    this.#redis = parts.redis;
  }

  static async start(dir: string, settings: () => ServerSettings): Promise<OwnServers> {
    const nats = await startNats({ dataDir: path.join(dir, "nats"), ...settings().nats });
    const redis = await startRedis({ dataDir: path.join(dir, "redis"), ...settings().redis });
    return new OwnServers({ dir, settings, nats, redis });
  }

  get natsUrl(): string {
    return this.#nats.url;
  }

  get redisUrl(): string {
    return this.#redis.url;
  }

  /** Folder of JetStream's files, which holds nothing else but what the server is started with. */
  get natsDir(): string {
    return path.join(this.#dir, "nats");
  }

  /** Ends nats-server with SIGKILL; returns how to start it again on what is left of its files. */
  async killNats(): Promise<(maxPayload?: string) => Promise<void>> {
    await killed(this.#nats);
    return (maxPayload) => this.#startNats(maxPayload === undefined ? {} : { maxPayload });
  }

  /** Ends redis-server with SIGKILL; returns how to start it again, empty. */
  async killRedis(): Promise<() => Promise<void>> {
    await killed(this.#redis);
    return () => this.#startRedis();
  }

  async restartNats(): Promise<void> {
    await this.#nats.stop();
    await this.#startNats({});
  }

  async restartRedis(): Promise<void> {
    await this.#redis.stop();
    await this.#startRedis();
  }

  async stop(): Promise<void> {
    await this.#nats.stop();
    await this.#redis.stop();
  }

  async #startNats(more: Pick<NatsOptions, "maxPayload">): Promise<void> {
    const { port } = this.#nats;
    this.#nats = await startNats({
      dataDir: this.natsDir,
      port,
      ...this.#settings().nats,
      ...more,
    });
  }

  async #startRedis(): Promise<void> {
    const { port } = this.#redis;
    const dataDir = path.join(this.#dir, "redis");
    this.#redis = await startRedis({ dataDir, port, ...this.#settings().redis });
  }
}

async function killed(server: ServerHandle): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await server.exited;
}
