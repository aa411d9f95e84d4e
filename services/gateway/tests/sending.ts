import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach } from "vitest";

import { basic, call } from "./client.ts";
import { RawClient } from "./raw-client.ts";
import { SendingPeer } from "./reading-peers.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

interface Given {
  readonly world: World;
  readonly gateway: Gateway;
  /** Of this gateway, for others like it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly realm: TestRealm;
  readonly alice: TestUser;
  readonly bob: TestUser;
}

const stack = new AsyncDisposableStack();

export const peer = new SendingPeer();
let setup: Given | undefined;

/** Returns the result of `useGateway`. */
export function given(): Given {
  if (setup === undefined) throw new Error("Nothing is set up yet.");
  return setup;
}

/** A gateway with a link to `peer`, for the tests of a file. */
export function useGateway(): void {
  const surroundings = useWorld(() => World.create());
  beforeAll(async () => {
    const world = surroundings();
    const { url } = stack.use(await peer.start(world.signer));
    const environment = { MESSAGES_URL: url, RATE_LIMIT_USER: "60:1000000" };
    const gateway = stack.use(await world.gateway(environment));
    const realm = world.realm();
    const [alice, bob] = [world.user(realm), world.user(realm)];
    setup = { world, gateway, environment, realm, alice, bob };
    await overLink(gateway);
  });

  beforeEach(() => {
    peer.beforeAnswer = () => Promise.resolve();
  });

  afterAll(() => stack.disposeAsync());
}

/** Resolves when the gateway reaches messages over a link. */
async function overLink({ url }: Gateway): Promise<void> {
  const form = formOf("hello");
  for (;;) {
    const before = peer.overHttp;
    await call(url, {
      method: "POST",
      path: "/messages",
      host: given().realm.host,
      auth: given().alice,
      form,
    });
    if (peer.overHttp === before) break;
  }
}

/** Returns the port at which a gateway listens. */
export function portOf({ url }: Gateway): number {
  return Number(new URL(url).port);
}

/** The parameters of a message. */
export function formOf(content: string): Record<string, string> {
  return { type: "direct", to: "[1]", content };
}

interface Written {
  readonly user?: TestUser;
  readonly version?: string;
  /** Lines of the head. */
  readonly more?: string;
}

/** The head of a request with this body. */
export function headOf(
  body: string,
  { more = "", user = given().alice, version = "1.1" }: Written = {},
): string {
  const lines = [
    `POST /api/v1/messages HTTP/${version}`,
    `Host: ${given().realm.host}`,
    `Authorization: ${basic(user.email, user.key)}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${lines.join("\r\n")}\r\n${more}\r\n`;
}

/** Writes a request that sends a message, as a client does. */
export function sendText(content: string, written: Written = {}): string {
  const body = new URLSearchParams(formOf(content)).toString();
  return headOf(body, written) + body;
}

/** A client of the gateway. */
export function openClient(): Promise<RawClient> {
  return RawClient.open(portOf(given().gateway));
}
