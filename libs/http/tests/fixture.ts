import {
  bytesField,
  internalOperation,
  json,
  operation,
  path,
  text,
  word,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Caller, createIdentitySigner, type Identity } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import { signedFetch } from "@team-chat/testkit";
import { z } from "zod";

import {
  createServiceApp,
  FileAnswer,
  internalRoute,
  LinesAnswer,
  listen,
  RedirectAnswer,
  route,
} from "../src/index.ts";

const member = z.object({ name: z.string().max(10), description: z.string().optional() });

/** Takes one parameter of every kind and answers what it got. */
export const echo = operation({
  name: "echo",
  method: "POST",
  path: "/echo",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: {
    content: text(z.string().min(1)),
    to: json(z.union([z.string(), z.int(), z.array(z.string()), z.array(z.int())]).optional()),
    topic: word(z.string().max(5).optional(), "subject"),
    kind: word(z.enum(["stream", "private"]).default("stream")),
    flag: json(z.boolean().default(false)),
    count: json(z.int().min(1).max(100).optional()),
    ratio: json(z.number().optional()),
    folder: json(z.int().nullable().optional()),
    members: json(z.array(member).optional()),
    closed: json(z.strictObject({ key: z.string() }).optional()),
    event_types: json(z.array(z.string()).nullable().optional()),
    even: json(
      z
        .int()
        .refine((value) => value % 2 === 0, "must be even")
        .optional(),
    ),
    own: json(
      z
        .int()
        .refine((value) => value < 10, {
          params: { message: "Own text.", code: "BAD_NARROW", details: { desc: "own" } },
        })
        .optional(),
    ),
    bound: json(z.int().max(9, "At most nine.").optional()),
  },
  response: z.object({ input: z.unknown(), caller: z.unknown() }),
  errors: ["BAD_NARROW"],
  doc: "Echo.",
});

export const editThing = operation({
  name: "editThing",
  method: "PATCH",
  path: "/things/{thing_id}",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: { thing_id: path(z.int()), title: text(z.string().optional()) },
  response: z.object({ thing_id: z.int(), title: z.string().optional() }),
  errors: [],
  doc: "Edit a thing.",
});

const deleteThing = operation({ ...editThing, name: "deleteThing", method: "DELETE" });
export const getThing = operation({
  ...editThing,
  name: "getThing",
  method: "GET",
  auth: "optional",
  scope: "all",
});

const editThingByMail = operation({
  ...editThing,
  name: "editThingByMail",
  path: "/things/{email}",
  params: { email: path(z.string()) },
  response: z.object({ email: z.string() }),
});

export const viewFragment = operation({
  ...editThingByMail,
  name: "viewFragment",
  method: "GET",
  auth: "human",
  scope: "all",
  path: "/views/{fragment*}",
  params: { fragment: path(z.string()) },
  response: z.object({ fragment: z.string() }),
});

/** Does what the parameter says: fails in every way an operation can fail. */
export const misbehave = operation({
  name: "misbehave",
  method: "POST",
  path: "/misbehave",
  owner: "messages",
  auth: "none",
  scope: "any",
  params: {
    how: word(
      z.enum([
        "declared",
        "undeclared",
        "limited",
        "unavailable",
        "crash",
        "extra",
        "wrong",
        "file",
        "redirect",
        "lines",
      ]),
    ),
  },
  response: z.object({ id: z.int() }),
  errors: ["BAD_EVENT_QUEUE_ID"],
  doc: "Misbehave.",
});

/** Answers a file of the type that it is asked for. */
const getPicture = operation({
  name: "getPicture",
  method: "GET",
  path: "/pictures/{type}",
  owner: "messages",
  auth: "none",
  scope: "any",
  params: { type: path(z.string()) },
  response: z.object({}),
  success: { kind: "file", types: ["image/png"], isPrivate: true },
  errors: [],
  doc: "Get a picture.",
});

export const double = internalOperation({
  name: "double",
  owner: "messages",
  input: z.object({ value: z.int() }),
  output: z.object({ value: z.int(), by: z.string() }),
  doc: "Doubles a number; refuses 13.",
});

/** Answers bytes in pieces of the sizes, beside their number. */
export const cut = internalOperation({
  name: "cut",
  owner: "messages",
  input: z.object({ sizes: z.array(z.int()) }),
  output: z.object({ pieces: z.int(), bytes: bytesField }),
  doc: "Cuts bytes; refuses to cut none.",
  carriesBytes: true,
});

/** The bytes that `cut` cuts: line feeds first, then everything that a byte can be. */
export function bytesOf(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => (index < 2 ? 0x0a : index % 256));
}

function fail(how: string): { id: number } | FileAnswer | LinesAnswer | RedirectAnswer {
  switch (how) {
    case "declared":
      throw new AppError("BAD_EVENT_QUEUE_ID", "Bad event queue ID: 7", {
        details: { queue_id: "7" },
      });
    case "undeclared":
      throw new AppError("RESOURCE_NOT_FOUND", "Not here.");
    case "limited":
      throw new AppError("RATE_LIMIT_HIT", "API usage exceeded rate limit", {
        details: { "retry-after": 1.5 },
      });
    case "unavailable":
      throw new AppError("SERVICE_UNAVAILABLE", "Later.", { details: { "retry-after": 1 } });
    case "file":
      return new FileAnswer("text/plain", Buffer.from("text"));
    case "redirect":
      return new RedirectAnswer("/elsewhere");
    case "lines":
      return new LinesAnswer([]);
    case "extra":
      return { id: 1, secret: 2 } as { id: number };
    case "wrong":
      return { id: "one" } as unknown as { id: number };
    default:
      throw new TypeError("a mistake with a secret");
  }
}

const signer = createIdentitySigner("00112233445566778899aabbccddeeff");
export { signer };

const realm = { id: 3, subdomain: "acme", url: "http://acme.localhost" };
export const alice: Caller = {
  kind: "user",
  realm,
  userId: 11,
  role: 400,
  isBot: false,
  client: "tests",
  usersVersion: 0,
};
export const nobody: Identity = { kind: "anonymous", realm, client: "tests" };

interface FixtureSettings {
  readonly checkOutput?: boolean;
  readonly maxFormBytes?: number;
  readonly ready?: () => Promise<void>;
  /** Address that it listens at; a free port of 127.0.0.1 when left out. */
  readonly at?: { readonly host: string; readonly port: number };
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** A service with the fixture operations on a real socket, and the log lines it wrote. */
export async function startFixture(settings: FixtureSettings = {}) {
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger({
    service: "fixture",
    level: "info",
    to: { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const app = createServiceApp({
    service: "messages",
    ctx: { name: "context" },
    signer,
    logger,
    ready: () => Promise.resolve(),
    ...settings,
    routes: [
      route(echo, (_ctx, caller, input) => ({ input, caller })),
      route(editThing, (_ctx, _caller, { thing_id, title }) => ({ thing_id, title })),
      route(deleteThing, (_ctx, _caller, { thing_id, title }) => ({ thing_id, title })),
      route(getThing, (_ctx, _caller, { thing_id, title }) => ({ thing_id, title })),
      route(editThingByMail, (_ctx, _caller, { email }) => ({ email })),
      route(viewFragment, (_ctx, _caller, { fragment }) => ({ fragment })),
      route(misbehave, (_ctx, _caller, { how }) => fail(how)),
      route(getPicture, (_ctx, _caller, { type }) =>
        type === "unnamed"
          ? new FileAnswer("image/png", Buffer.from("png"))
          : new FileAnswer(`image/${type}`, Buffer.from(type), { privateName: "a picture" }),
      ),
    ],
    internal: [
      internalRoute(double, (ctx: { name: string }, identity, { value }) => {
        if (value === 13)
          throw new AppError("BAD_EVENT_QUEUE_ID", "No.", { details: { queue_id: "13" } });
        if (value === 14) throw new TypeError("a mistake");
        return { value: value * 2, by: `${ctx.name} for ${identity.kind}` };
      }),
      internalRoute(cut, (_ctx, _identity, { sizes }) => {
        if (sizes.length === 0) throw new AppError("BAD_REQUEST", "Nothing to cut.");
        return { pieces: sizes.length, bytes: sizes.map(bytesOf) };
      }),
    ],
  });
  const { host, port } = settings.at ?? { host: "127.0.0.1", port: 0 };
  const running = await listen(app, { host, port });
  const url = `http://${host}:${running.port}`;
  const send = async (
    target: string,
    init: RequestInit = {},
    identity: Identity | null = alice,
  ) => {
    const address = `${url}${target}`;
    const response = await (identity === null
      ? fetch(address, init)
      : signedFetch({ signer, identity }, address, init));
    const body = await response.text();
    return {
      response,
      status: response.status,
      body: (body !== "" && isJson(response) ? JSON.parse(body) : null) as Answer,
      raw: body,
    };
  };
  return { app, running, url, logged, send, [Symbol.asyncDispose]: () => running.close() };
}

export type Answer = Record<string, unknown> & { input?: Record<string, unknown> };

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("application/json") ?? false;
}
