import { findFreePort } from "@team-chat/servers";
import type { TestDatabase } from "@team-chat/testkit";

import { type ProcessName, programOf } from "./processes.ts";

interface EnvironmentOptions {
  readonly database: TestDatabase;
  readonly natsUrl: string;
  readonly redisUrl: string;
  /** Value of `PARTITIONS` for whoever starts next. */
  layout: string;
}

const owners = ["users", "channels", "messages", "webhooks"] as const;

const operatorKey = "operator-".padEnd(40, "k");

/**
 * Long enough that connections which are in use have ended with an answer, even on a busy machine: clients use theirs
 * less often than our processes.
 */
const drainMs = { clients: 2000, callers: 300 };

/** The environment variables of each process, and the ports they name. */
export class Environment {
  readonly #options: EnvironmentOptions;
  readonly #ports = new Map<ProcessName, number>();
  readonly #linkPorts = new Map<ProcessName, number>();
  readonly #metricsPorts = new Map<ProcessName, number>();
  readonly #operatorPorts = new Map<ProcessName, number>();
  #sharedPort: number | undefined;

  constructor(options: EnvironmentOptions) {
    this.#options = options;
  }

  /** Chooses ports of processes, and the one that gateways share when there are several. */
  async choosePorts(names: readonly ProcessName[]): Promise<void> {
    for (const name of names) {
      this.#ports.set(name, await findFreePort());
      this.#metricsPorts.set(name, await findFreePort());
      if (programOf(name) === "users") this.#operatorPorts.set(name, await findFreePort());
      if (programOf(name) === "events") this.#linkPorts.set(name, await findFreePort());
    }
    if (this.#namesOf("gateway").length > 1) this.#sharedPort ??= await findFreePort();
  }

  /** Port of clients. */
  get gatewayPort(): number | undefined {
    return this.#sharedPort ?? this.#ports.get("gateway");
  }

  /** Has processes that start from now on know another layout of event streams. */
  setLayout(layout: string): void {
    this.#options.layout = layout;
  }

  of(name: ProcessName): Readonly<Record<string, string>> {
    const { database, layout, natsUrl, redisUrl } = this.#options;
    const program = programOf(name);
    const owner = owners.find((one) => one === program);
    const linkPort = this.#linkPorts.get(name);
    return {
      MODE: "development",
      HOST: "127.0.0.1",
      LOG_LEVEL: "info",
      NATS_URL: natsUrl,
      REDIS_URL: redisUrl,
      // Requests are counted on a slow machine too.
      REDIS_TIMEOUT_MS: "10000",
      PARTITIONS: layout,
      // What is set aside for streams has room in the memory of small machines, too.
      STREAM_MAX_MIB: "256",
      IDENTITY_KEY: "00112233445566778899aabbccddeeff",
      EXTERNAL_HOST: `localhost:${this.gatewayPort}`,
      USERS_URL: this.#at("users"),
      CHANNELS_URL: this.#at("channels"),
      MESSAGES_URL: this.#at("messages"),
      WEBHOOKS_URL: this.#at("webhooks"),
      ECHO_BOT_PORT: String(this.#ports.get("echo-bot")),
      ECHO_BOT_URL: `${this.#at("echo-bot")}/`,
      DATABASE_ADMIN_URL: database.adminUrl,
      PORT: String(this.#ports.get(name)),
      METRICS_PORT: String(this.#metricsPorts.get(name)),
      DRAIN_MS: String(this.#namesOf(program).length > 1 ? drainOf(program) : 0),
      ...(program === "gateway" && this.#sharedPort !== undefined
        ? { SHARED_PORT: String(this.#sharedPort) }
        : {}),
      ...this.#operatorOf(name),
      ...(linkPort === undefined ? {} : { LINK_PORT: String(linkPort) }),
      ...(owner ? { DATABASE_URL: database.urlFor(owner) } : {}),
    };
  }

  /** The operator's interface of a users process, in which organizations can be deleted at once. */
  #operatorOf(name: ProcessName): Readonly<Record<string, string>> {
    const port = this.#operatorPorts.get(name);
    if (port === undefined) return {};
    return {
      OPERATOR_PORT: String(port),
      OPERATOR_KEYS: JSON.stringify([{ name: "test", key: operatorKey, scope: "secrets" }]),
      DELETION_LEAST_DAYS: "0",
      OPERATOR_URL: `http://127.0.0.1:${port}`,
      OPERATOR_KEY: operatorKey,
    };
  }

  /** Returns the addresses of all processes of a program, separated by commas. */
  #at(program: string): string {
    return this.#namesOf(program)
      .map((name) => `http://127.0.0.1:${this.#ports.get(name)}`)
      .join();
  }

  #namesOf(program: string): readonly ProcessName[] {
    return [...this.#ports.keys()].filter((name) => programOf(name) === program);
  }
}

function drainOf(program: string): number {
  return program === "gateway" ? drainMs.clients : drainMs.callers;
}
