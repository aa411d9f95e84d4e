import { resolve } from "node:path";

import type { ProcessDefinition, StackPlan, StepDefinition } from "./plan/process-definition.ts";
import {
  natsVariables,
  peerUrl,
  redisVariables,
  rolePassword,
  roleUrl,
} from "./plan/service-urls.ts";
import { portOf, type Wiring } from "./plan/wiring.ts";

type Env = Record<string, string>;

const peers = ["users", "channels", "messages", "webhooks"] as const;

function common(wiring: Wiring, name: string): Env {
  return {
    NODE_ENV: wiring.mode,
    MODE: wiring.mode,
    HOST: "127.0.0.1",
    PORT: String(portOf(wiring, name)),
    METRICS_PORT: String(portOf(wiring, `${name}.metrics`)),
    LOG_LEVEL: wiring.logLevel,
    IDENTITY_KEY: wiring.secrets.identityKey,
    ...natsVariables(wiring, name),
    EXTERNAL_HOST: wiring.externalHost,
    EXTERNAL_SCHEME: wiring.externalScheme,
    ...Object.fromEntries(
      peers.map((peer) => [`${peer.toUpperCase()}_URL`, peerUrl(wiring, peer)]),
    ),
  };
}

function service(
  name: string,
  ports: { readonly own: number; readonly metrics: number },
  extra: (wiring: Wiring) => Env = (wiring) => ({ DATABASE_URL: roleUrl(wiring, name) }),
): ProcessDefinition {
  return {
    name,
    entry: `services/${name}/src/main.ts`,
    ports: { [name]: ports.own, [`${name}.metrics`]: ports.metrics },
    env: (wiring) => ({ ...common(wiring, name), ...extra(wiring) }),
    sources: [`services/${name}/src`],
  };
}

const gateway = service("gateway", { own: 9991, metrics: 9200 }, (wiring) => ({
  HOST: wiring.host,
  ...redisVariables(wiring),
}));

const messages = service("messages", { own: 9101, metrics: 9201 }, (wiring) => ({
  DATABASE_URL: roleUrl(wiring, "messages"),
  UPLOADS_FOLDER: resolve(wiring.dataDir, "uploads"),
}));

const events = service("events", { own: 9104, metrics: 9204 }, (wiring) => ({
  LINK_PORT: String(portOf(wiring, "events.link")),
}));

const echoBot: ProcessDefinition = {
  name: "echo-bot",
  entry: "tools/echo-bot/src/main.ts",
  ports: { "echo-bot": 9106 },
  env: (wiring) => ({ ECHO_BOT_PORT: String(portOf(wiring, "echo-bot")) }),
  sources: ["tools/echo-bot/src"],
};

function migrateEnv(wiring: Wiring): Env {
  const owners = ["users", "channels", "messages", "webhooks"];
  return {
    DATABASE_URL: wiring.urls.postgres,
    ...natsVariables(wiring, "migrate"),
    ...Object.fromEntries(
      owners.map((name) => [`${name.toUpperCase()}_DATABASE_PASSWORD`, rolePassword(wiring, name)]),
    ),
  };
}

/** Builds the web client, unless it is current. */
const buildClient: StepDefinition = {
  name: "web client",
  entry: "clients/web/build/main.ts",
  args: [],
  isOnce: false,
  env: () => ({}),
};

/** The product with the demo organizations: every process that `npm start` runs, in the order of starting. */
const withDemo: StackPlan = {
  before: [
    {
      name: "migrate",
      entry: "tools/migrate/src/main.ts",
      args: [],
      isOnce: false,
      env: migrateEnv,
    },
    buildClient,
  ],
  services: [
    service("users", { own: 9103, metrics: 9203 }),
    service("channels", { own: 9102, metrics: 9202 }),
    messages,
    { ...events, ports: { ...events.ports, "events.link": 9114 } },
    service("webhooks", { own: 9105, metrics: 9205 }),
    gateway,
    echoBot,
  ],
  after: [
    {
      name: "demo",
      entry: "tools/realm/src/main.ts",
      args: ["demo"],
      isOnce: true,
      env: (wiring) => ({
        IDENTITY_KEY: wiring.secrets.identityKey,
        USERS_URL: peerUrl(wiring, "users"),
        CHANNELS_URL: peerUrl(wiring, "channels"),
        ECHO_BOT_PORT: String(portOf(wiring, "echo-bot")),
      }),
    },
  ],
};

/** The product alone. */
const alone: StackPlan = {
  ...withDemo,
  services: withDemo.services.filter((one) => one !== echoBot),
  after: [],
};

/** Returns the plan of the product: in production without the demo, whose passwords everybody knows. */
export function teamChat(mode: Wiring["mode"]): StackPlan {
  return mode === "production" ? alone : withDemo;
}
