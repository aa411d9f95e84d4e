import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { sessionOf } from "./planted-session.ts";

let product: Product;
let owner: Client;
let cookie: string;

beforeAll(async () => {
  product = await startDemo();
  owner = await Client.login(product.url, "owner@example.com");
  cookie = `session=${await sessionOf(product.url, { demo: "owner@example.com" })}`;
});
afterAll(() => product[Symbol.asyncDispose]());

type Form = Readonly<Record<string, string>>;

type Answer = Readonly<Record<string, unknown>>;

interface Asked {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly form?: Form | FormData;
  /** Origin of the page that asks; our own unless given, and null for none. */
  readonly origin?: string | null;
}

/** Asks as the pages of other web clients do: with the session, below `/json`. */
async function ask({ form, method, origin = product.url, path }: Asked): Promise<Answer> {
  const sent = form === undefined || form instanceof FormData ? form : new URLSearchParams(form);
  const answer = await fetch(`${product.url}/json${path}`, {
    method,
    headers: { Cookie: cookie, ...(origin === null ? {} : { Origin: origin }) },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { ...((await answer.json()) as Record<string, unknown>), status: answer.status };
}

const isWrong = { status: 403, code: "CSRF_FAILED", reason: "wrong Origin" };
const isMissing = { status: 403, code: "CSRF_FAILED", reason: "no Origin" };

/** Asks for a change as pages of others do, and then as our own; all but the last are refused. */
async function change(asked: Asked) {
  const refused = [
    await ask({ ...asked, origin: "https://evil.example" }),
    await ask({ ...asked, origin: "null" }),
    await ask({ ...asked, origin: null }),
  ];
  return { refused, done: await ask(asked) };
}

const refusals = [isWrong, isWrong, isMissing];
const isDone = { status: 200, result: "success" };

function file(): FormData {
  const form = new FormData();
  form.set("file", new Blob(["some text"], { type: "text/plain" }), "notes.txt");
  return form;
}

describe("addresses below /json with a session (docs/behaviour/sessions.md#requests-of-pages)", () => {
  test("bots are made, listed, changed, given another key and ended at /json/bots", async ({
    expect,
  }) => {
    const named = async () => {
      const { bots } = await owner.get("/bots");
      return (bots as readonly { readonly full_name: string }[]).map((bot) => bot.full_name);
    };
    const before = await named();
    const form = { full_name: "Builder", short_name: "builder", bot_type: "1" };
    const made = await change({ method: "POST", path: "/bots", form });
    expect(made.refused).toMatchObject(refusals);
    expect(made.done).toMatchObject({ ...isDone, api_key: expect.any(String) });
    expect(await named()).toEqual([...before, "Builder"]);
    const { api_key: key, user_id: id } = made.done;
    const path = `/bots/${String(id)}`;
    const { bots } = await ask({ method: "GET", path: "/bots", origin: null });
    expect(bots).toContainEqual(expect.objectContaining({ user_id: id, full_name: "Builder" }));
    const renamed = await change({ method: "PATCH", path, form: { full_name: "Mason" } });
    expect(renamed).toMatchObject({ refused: refusals, done: isDone });
    const again = await change({ method: "POST", path: `${path}/api_key/regenerate` });
    expect(again).toMatchObject({ refused: refusals, done: isDone });
    expect(again.done).not.toMatchObject({ api_key: key });
    const shown = await ask({ method: "GET", path: `${path}/api_key`, origin: null });
    expect(shown).toMatchObject({ ...isDone, api_key: again.done["api_key"] });
    expect(await change({ method: "DELETE", path })).toMatchObject({
      refused: refusals,
      done: isDone,
    });
    expect(await named()).toEqual(before);
  });

  test.for([
    "/users",
    "/users/me",
    "/users/me/subscriptions",
    "/streams",
    "/user_groups",
    "/drafts",
    "/invites",
    "/attachments",
    "/realm/emoji",
    "/realm/profile_fields",
    "/scheduled_messages",
    "/saved_snippets",
    "/messages?anchor=newest&num_before=5&num_after=0",
    "/export/realm",
  ] as const)("%s is read with a session and no Origin as with a key", async (path, { expect }) => {
    const [address = "", query] = path.split("?");
    const known = await owner.get(address, Object.fromEntries(new URLSearchParams(query)));
    const read = await ask({ method: "GET", path, origin: null });
    expect(read).toEqual({ ...known, ...isDone });
    const without = await fetch(`${product.url}/json${path}`);
    expect(without.status).toBe(401);
  });

  test.for<readonly [Asked["method"], string, Form | FormData | undefined]>([
    ["POST", "/messages", { type: "channel", to: '"general"', topic: "t", content: "from a page" }],
    ["POST", "/messages/flags", { messages: "[]", op: "add", flag: "read" }],
    ["POST", "/messages/render", { content: "**bold**" }],
    ["POST", "/typing", { op: "start", type: "direct", to: "[9]" }],
    ["POST", "/users/me/presence", { status: "active" }],
    ["POST", "/users/me/status", { status_text: "here" }],
    ["POST", "/users/me/subscriptions", { subscriptions: '[{"name": "workshop"}]' }],
    ["DELETE", "/users/me/subscriptions", { subscriptions: '["workshop"]' }],
    ["PATCH", "/settings", { twenty_four_hour_time: "true" }],
    ["PATCH", "/realm", { description: "From a page" }],
    ["POST", "/user_groups/create", { name: "readers", description: "", members: "[]" }],
    ["PUT", "/bot_storage", { storage: "{}" }],
    ["POST", "/user_uploads", file()],
    ["POST", "/register", { event_types: '["message"]' }],
  ])("%s %s is done for our own pages alone", async ([method, path, form], { expect }) => {
    const asked = { method, path, ...(form === undefined ? {} : { form }) };
    expect(await change(asked)).toMatchObject({ refused: refusals, done: isDone });
  });

  test("events of a queue that a page has made are read at /json/events, and it is ended there", async ({
    expect,
  }) => {
    const form = { event_types: '["realm"]' };
    const made = await ask({ method: "POST", path: "/register", form });
    await owner.patch("/realm", { description: "Said to queues" });
    const path = `/events?queue_id=${String(made["queue_id"])}&last_event_id=-1`;
    const { events } = await ask({ method: "GET", path, origin: null });
    expect(events).toMatchObject([{ type: "realm", value: "Said to queues" }]);
    const ended = await change({
      method: "DELETE",
      path: "/events",
      form: { queue_id: String(made["queue_id"]) },
    });
    expect(ended).toMatchObject({ refused: refusals, done: isDone });
  });
});
