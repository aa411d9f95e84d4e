import { resolve } from "node:path";

import { createEchoServer } from "@team-chat/echo-bot";

import type {
  InsideDefinition,
  ProcessDefinition,
  Shape,
  StackPlan,
  StepDefinition,
} from "./plan/process-definition.ts";
import {
  natsVariables,
  peerUrls,
  processesOf,
  redisVariables,
  rolePassword,
  roleUrl,
} from "./plan/service-urls.ts";
import { portOf, type Wiring } from "./plan/wiring.ts";

type Env = Record<string, string>;

const peers = ["users", "channels", "messages", "webhooks"] as const;

/** Long enough that connections which are in use have ended with an answer; callers leave at once anyway. */
const drainMs = 300;

/** One of the processes that run the same program. */
interface Instance {
  readonly program: string;
  readonly name: string;
}

function common(wiring: Wiring, { name, program }: Instance): Env {
  const isReplicated = processesOf(wiring, program).length > 1;
  return {
    NODE_ENV: wiring.mode,
    MODE: wiring.mode,
    HOST: "127.0.0.1",
    PORT: String(portOf(wiring, name)),
    METRICS_PORT: String(portOf(wiring, `${name}.metrics`)),
    DRAIN_MS: String(isReplicated ? drainMs : 0),
    LOG_LEVEL: wiring.logLevel,
    IDENTITY_KEY: wiring.secrets.identityKey,
    ...natsVariables(wiring, program),
    EXTERNAL_HOST: wiring.externalHost,
    EXTERNAL_SCHEME: wiring.externalScheme,
    ...Object.fromEntries(
      peers.map((peer) => [`${peer.toUpperCase()}_URL`, peerUrls(wiring, peer)]),
    ),
  };
}

interface Service {
  readonly program: string;
  /** Ports that its first process would like, by purpose; further ones take any. */
  readonly ports: Readonly<Record<string, number>>;
  readonly env: (wiring: Wiring, name: string) => Env;
}

/** Creates the processes of a service, the first of which has its name. */
function processes({ env, ports, program }: Service, count: number): readonly ProcessDefinition[] {
  return Array.from({ length: count }, (_, index) => {
    const name = index === 0 ? program : `${program}-${index + 1}`;
    const wishes = Object.entries(ports)
      // The port that the first one has beside the shared one is the only port that others have.
      .filter(([purpose]) => index === 0 || purpose !== "own")
      .map(([purpose, port]) => [
        purpose === "" ? name : `${name}.${purpose}`,
        index === 0 ? port : 0,
      ]);
    return {
      name,
      entry: `services/${program}/src/main.ts`,
      ports: Object.fromEntries(wishes) as Record<string, number>,
      env: (wiring) => ({ ...common(wiring, { program, name }), ...env(wiring, name) }),
      sources: [`services/${program}/src`],
    };
  });
}

const withDatabase = (program: string) => (wiring: Wiring) => ({
  DATABASE_URL: roleUrl(wiring, program),
});

/** In the order of starting. */
const services: readonly Service[] = [
  {
    program: "users",
    ports: { "": 9103, metrics: 9203, operator: 9107 },
    env: (wiring, name) => ({
      DATABASE_URL: roleUrl(wiring, "users"),
      OPERATOR_PORT: String(portOf(wiring, `${name}.operator`)),
      OPERATOR_KEYS: JSON.stringify([
        { name: "stack", key: wiring.secrets.operatorKey, scope: "secrets" },
      ]),
    }),
  },
  { program: "channels", ports: { "": 9102, metrics: 9202 }, env: withDatabase("channels") },
  {
    program: "messages",
    ports: { "": 9101, metrics: 9201 },
    env: (wiring) => ({
      DATABASE_URL: roleUrl(wiring, "messages"),
      UPLOADS_FOLDER: resolve(wiring.dataDir, "uploads"),
    }),
  },
  {
    program: "events",
    ports: { "": 9104, metrics: 9204, link: 9114 },
    env: (wiring, name) => ({ LINK_PORT: String(portOf(wiring, `${name}.link`)) }),
  },
  {
    program: "webhooks",
    ports: { "": 9105, metrics: 9205 },
    env: (wiring) => ({
      DATABASE_URL: roleUrl(wiring, "webhooks"),
      VAPID_PRIVATE_KEY: wiring.secrets.vapidKey,
    }),
  },
];

const oneGateway: Service = {
  program: "gateway",
  ports: { "": 9991, metrics: 9200 },
  env: (wiring) => ({ HOST: wiring.host, ...redisVariables(wiring) }),
};

/** Gateways that have ports of their own beside the one that they share, so that each can be asked if it is ready. */
const gateways: Service = {
  program: "gateway",
  ports: { ...oneGateway.ports, own: 0 },
  env: (wiring, name) => ({
    ...oneGateway.env(wiring, name),
    PORT: String(portOf(wiring, name === "gateway" ? "gateway.own" : name)),
    SHARED_PORT: String(portOf(wiring, "gateway")),
  }),
};

/** Creates the process that runs all services. */
function oneProcess(all: readonly Service[]): ProcessDefinition {
  const alone = all.flatMap((one) => processes(one, 1));
  return {
    name: "team-chat",
    entry: "tools/all-services/src/main.ts",
    ports: Object.fromEntries(alone.flatMap(({ ports }) => Object.entries(ports))),
    env: (wiring) => ({
      NODE_ENV: wiring.mode,
      SERVICES: JSON.stringify(Object.fromEntries(alone.map((one) => [one.name, one.env(wiring)]))),
    }),
    sources: ["tools/all-services/src", ...alone.flatMap(({ sources }) => sources)],
    runs: alone.map(({ name }) => name),
  };
}

const echoBot: InsideDefinition = {
  name: "echo-bot",
  port: 9106,
  create: () => createEchoServer(undefined),
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

const migrate: StepDefinition = {
  name: "migrate",
  entry: "tools/migrate/src/main.ts",
  args: [],
  isOnce: false,
  env: migrateEnv,
};

/** Creates the demo organizations. */
const demo: StepDefinition = {
  name: "demo",
  entry: "tools/realm/src/main.ts",
  args: ["demo"],
  isOnce: true,
  env: (wiring) => ({
    IDENTITY_KEY: wiring.secrets.identityKey,
    USERS_URL: peerUrls(wiring, "users"),
    CHANNELS_URL: peerUrls(wiring, "channels"),
    ECHO_BOT_PORT: String(portOf(wiring, "echo-bot")),
  }),
};

/** Choices that decide about the processes of the product. */
export interface PlanSettings {
  readonly mode: Wiring["mode"];
  readonly shape: Shape;
  /** Processes of each service; 1 in one process. */
  readonly replicas: number;
}

/** Returns the plan of the product: in production without the demo, whose passwords everybody knows. */
export function teamChat({ mode, replicas, shape }: PlanSettings): StackPlan {
  const all = [...services, replicas > 1 ? gateways : oneGateway];
  const alone: StackPlan = {
    shape,
    before: [migrate, buildClient],
    services: shape === "one" ? [oneProcess(all)] : all.flatMap((one) => processes(one, replicas)),
    inside: [],
    after: [],
  };
  if (mode === "production") return alone;
  return { ...alone, inside: [echoBot], after: [demo] };
}
