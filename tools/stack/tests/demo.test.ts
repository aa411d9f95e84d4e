import { request } from "node:http";
import { json } from "node:stream/consumers";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { DataFolder, type Running } from "./run-stack.ts";

const patience = { timeout: 280_000, interval: 100 };
const folder = new DataFolder();
let stack: Running;

beforeAll(async () => {
  stack = await startProduct();
});
afterAll(() => folder[Symbol.asyncDispose]());

async function startProduct(): Promise<Running> {
  const started = folder.startProduct();
  await vi.waitFor(() => expect(started.output()).toContain("Ctrl-C stops everything."), patience);
  return started;
}

/** Ends the product and starts it on what it has kept; returns what it prints when it is ready. */
async function startAgain(): Promise<string> {
  stack.kill("SIGTERM");
  await expect(stack.exitCode).resolves.toBe(0);
  stack = await startProduct();
  return stack.output();
}

interface Call {
  readonly subdomain?: string;
  readonly method: string;
  readonly path: string;
  readonly auth?: string;
  readonly form?: Readonly<Record<string, string>>;
}

async function call({ subdomain = "", method, path, auth, form }: Call) {
  const { url } = folder.state();
  const { port, host } = new URL(url);
  return await new Promise<Record<string, unknown>>((resolve, reject) => {
    const req = request({
      host: "127.0.0.1",
      port,
      method,
      path: `/api/v1${path}`,
      headers: {
        Host: subdomain === "" ? host : `${subdomain}.${host}`,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      ...(auth === undefined ? {} : { auth }),
    });
    req.once("error", reject);
    req.once("response", (res) => {
      json(res).then((answer) => resolve(answer as Record<string, unknown>), reject);
    });
    req.end(new URLSearchParams(form).toString());
  });
}

/** Logs in and returns what curl takes as `-u`. */
async function login(email: string, subdomain = ""): Promise<string> {
  const form = { username: email };
  const answer = await call({ subdomain, method: "POST", path: "/dev_fetch_api_key", form });
  return `${email}:${String(answer["api_key"])}`;
}

test("the first start lists the demo accounts and a key that works", async () => {
  const output = stack.output();
  expect(output).toContain("member@example.com");
  expect(output).toContain("owner@acme.example");
  const auth = /-u (\S+) /.exec(output)?.[1] ?? "";
  const me = await call({ method: "GET", path: "/users/me", auth });
  expect(me).toMatchObject({ result: "success", delivery_email: "member@example.com" });
});

describe("all services as one process (docs/adr/0023-one-process-or-six.md)", () => {
  /** Tells of the one process. */
  function one() {
    const { services, shape } = folder.state();
    const pids = new Set(services.slice(0, 6).map(({ pid }) => pid));
    expect({ shape, processes: pids.size }).toEqual({ shape: "one", processes: 1 });
    return services[0];
  }

  test.for(["SIGKILL", "SIGTERM"] as const)(
    "all services are back after a %s of their process, and a queue goes on where it was",
    async (signal) => {
      const auth = await login("member@example.com");
      const form = { event_types: '["message"]' };
      const queue = await call({ method: "POST", path: "/register", auth, form });
      const before = await send(auth, "before");
      const running = one();
      process.kill(running?.pid ?? 0, signal);
      const { restarts = 0, port } = running ?? {};
      await vi.waitFor(() => {
        expect(one()).toMatchObject({ state: "ready", port, restarts: restarts + 1 });
      }, patience);
      const after = await send(auth, "after");
      const path = `/events?queue_id=${String(queue["queue_id"])}&last_event_id=-1&dont_block=true`;
      await vi.waitFor(async () => {
        const { events } = await call({ method: "GET", path, auth });
        const heard = (events as { message: { id: number } }[]).map(({ message }) => message.id);
        expect(heard).toEqual([before, after]);
      }, patience);
    },
  );

  /** Sends a message to its sender; returns its id. */
  async function send(auth: string, content: string): Promise<unknown> {
    const form = { type: "direct", to: '["member@example.com"]', content };
    const answer = await call({ method: "POST", path: "/messages", auth, form });
    expect(answer).toMatchObject({ result: "success" });
    return answer["id"];
  }
});

test("the demo starts again when demo accounts were deactivated or have another address", async () => {
  const member = await login("member@example.com");
  await call({ method: "DELETE", path: "/users/me", auth: member });
  const owner = await login("owner@example.com");
  const path = `/users/${String(await userId(owner, "moderator@example.com"))}`;
  const form = { new_email: "mo@example.com" };
  expect(await call({ method: "PATCH", path, auth: owner, form })).toMatchObject({
    result: "success",
  });
  const output = await startAgain();
  expect(output).not.toMatch(/[ ,]member@example\.com|moderator@example\.com/);
  expect(output).toContain("member2@example.com");
  const auth = /-u (\S+) /.exec(output)?.[1] ?? "";
  expect(await call({ method: "GET", path: "/users/me", auth })).toMatchObject({
    result: "success",
  });
});

test("the demo starts again when its organizations were suspended, and says how to make one", async () => {
  for (const subdomain of ["acme", ""]) await folder.realm("suspend", subdomain);
  const output = await startAgain();
  expect(output).toContain("No demo account is left.");
  expect(output).toContain("npm run realm -- create --help");
  const made = await folder.realm("demo");
  expect(made).toMatch(/^http:\/\/localhost:\d+ is deactivated: left as it is\.$/m);
});

async function userId(auth: string, email: string): Promise<unknown> {
  const answer = await call({ method: "GET", path: `/users/${email}`, auth });
  return (answer["user"] as { user_id: number }).user_id;
}
