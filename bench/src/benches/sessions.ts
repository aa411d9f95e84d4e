import type { Bench, Measure } from "../bench.ts";
import { readJson } from "../http/read-json.ts";
import { oneByOne } from "../load/one-by-one.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { signInOwner } from "../stack/owner.ts";

/** Measures what browsers do before and with their session: the page to log in, and a request. */
export const sessions: Bench = {
  name: "sessions",
  description:
    "A request with a browser's session (p50), and the page to log in: its time (p50) and its size.",
  floor: "the same request with an API key",
  rounds: 15,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const { url } = stack;
    const api = resources.use(await ApiClient.open(stack, 1));
    const pool = resources.use(await SenderPool.open(url, 1));
    const count = quick ? 20 : 300;
    const withKey = api.bytes("GET", { path: "/users/me", credentials: await signInOwner(api) });
    const withSession = request(url, "/api/v1/users/me", `cookie: ${await signIn(url)}`);
    const page = request(url, "/login");
    const key = oneByOne(count, async () => readJson(await pool.request(withKey)));
    const logIn = async () => (await pool.request(page)).body;
    const common = { better: "lower" as const };
    return [
      {
        ...common,
        label: "a request",
        unit: "ms",
        target: { maxRatio: 1.1 },
        prepare: () =>
          Promise.resolve({
            floor: key,
            ours: oneByOne(count, async () => readJson(await pool.request(withSession))),
          }),
      },
      {
        ...common,
        label: "the page to log in",
        unit: "ms",
        target: { maxValue: 50 },
        prepare: () => Promise.resolve({ floor: key, ours: oneByOne(count, logIn) }),
      },
      {
        ...common,
        label: "bytes of the page to log in",
        unit: "kB",
        target: { maxValue: 20 },
        prepare: () => Promise.resolve({ floor: sizeOf(logIn), ours: sizeOf(logIn) }),
      },
    ];
  },
};

/** Logs the owner of the demo organization in as a browser does; returns the session's cookie. */
async function signIn(url: URL): Promise<string> {
  const answer = await fetch(new URL("/login", url), {
    method: "POST",
    redirect: "manual",
    headers: { origin: url.origin },
    body: new URLSearchParams({ username: "owner@example.com", password: "correct-horse-battery" }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 303 || cookie === undefined)
    throw new Error(`logging in was answered with ${answer.status}`);
  return cookie.split(";", 1)[0] ?? "";
}

function request(url: URL, path: string, ...headers: readonly string[]): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: ${url.host}`,
    "user-agent: TeamChatBench",
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function sizeOf(ask: () => Promise<Buffer>): Measure {
  return async () => ({ value: (await ask()).length / 1024 });
}
