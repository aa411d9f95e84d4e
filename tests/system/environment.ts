import { findFreePort } from "@team-chat/servers";
import type { TestDatabase } from "@team-chat/testkit";

import type { ProcessName } from "./processes.ts";

interface EnvironmentOptions {
  readonly database: TestDatabase;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly partitions: number;
}

const owners = ["users", "channels", "messages", "webhooks"] as const;

/** The environment variables of each process, and the ports they name. */
export class Environment {
  readonly #options: EnvironmentOptions;
  readonly #ports = new Map<ProcessName, number>();
  readonly #linkPorts = new Map<ProcessName, number>();
  readonly #metricsPorts = new Map<ProcessName, number>();

  constructor(options: EnvironmentOptions) {
    this.#options = options;
  }

  async choosePorts(names: readonly ProcessName[]): Promise<void> {
    for (const name of names) {
      this.#ports.set(name, await findFreePort());
      this.#metricsPorts.set(name, await findFreePort());
    }
    this.#linkPorts.set("events", await findFreePort());
  }

  async addEvents(name: ProcessName): Promise<void> {
    this.#ports.set(name, await findFreePort());
    this.#metricsPorts.set(name, await findFreePort());
    this.#linkPorts.set(name, await findFreePort());
  }

  of(name: ProcessName): Readonly<Record<string, string>> {
    const { database, natsUrl, partitions, redisUrl } = this.#options;
    const owner = owners.find((one) => one === name);
    const linkPort = this.#linkPorts.get(name);
    return {
      MODE: "development",
      HOST: "127.0.0.1",
      LOG_LEVEL: "info",
      NATS_URL: natsUrl,
      REDIS_URL: redisUrl,
      // Requests are counted on a slow machine too.
      REDIS_TIMEOUT_MS: "10000",
      PARTITIONS: String(partitions),
      IDENTITY_KEY: "00112233445566778899aabbccddeeff",
      EXTERNAL_HOST: `localhost:${this.#ports.get("gateway")}`,
      USERS_URL: this.#at("users"),
      CHANNELS_URL: this.#at("channels"),
      MESSAGES_URL: this.#at("messages"),
      WEBHOOKS_URL: this.#at("webhooks"),
      ECHO_BOT_PORT: String(this.#ports.get("echo-bot")),
      ECHO_BOT_URL: `${this.#at("echo-bot")}/`,
      DATABASE_ADMIN_URL: database.adminUrl,
      PORT: String(this.#ports.get(name)),
      METRICS_PORT: String(this.#metricsPorts.get(name)),
      ...(linkPort === undefined ? {} : { LINK_PORT: String(linkPort) }),
      ...(owner ? { DATABASE_URL: database.urlFor(owner) } : {}),
    };
  }

  #at(name: ProcessName): string {
    return `http://127.0.0.1:${this.#ports.get(name)}`;
  }
}
