import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "./in-process/product.ts";
import { createPeople } from "./in-process/realm.ts";
import { request } from "./request.ts";

let product: Product;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

describe("access without an account (docs/behaviour/api.md#requests-without-an-account)", () => {
  test("people without an account are let in from the first web-public channel on", async ({
    expect,
  }) => {
    const { people } = await createPeople(product);
    const [owner] = people;
    const settings = await owner?.client.get("/server_settings");
    const host = new URL(String(settings?.["realm_url"])).host;
    const call = async (method: string, path: string) => {
      const form = new URLSearchParams({ fetch_event_types: '["subscription"]' });
      const given = await request(product.url, { method, path: `/api/v1${path}`, host, form });
      return { status: given.status, body: JSON.parse(given.body) as Record<string, unknown> };
    };
    const isOpen = async () =>
      (await call("GET", "/server_settings")).body["realm_web_public_access_enabled"];
    expect(await call("POST", "/register")).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED" },
    });
    expect(await isOpen()).toBe(false);
    await owner?.client.patch("/realm", { enable_spectator_access: true });
    expect((await call("POST", "/register")).status).toBe(401);
    const subscriptions = [{ name: "window" }];
    await owner?.client.post("/users/me/subscriptions", { subscriptions, is_web_public: true });
    expect(await isOpen()).toBe(true);
    expect(await call("POST", "/register")).toMatchObject({
      status: 200,
      body: { queue_id: null, subscriptions: [{ name: "window", is_web_public: true }] },
    });
    expect((await call("GET", "/events")).status).toBe(401);
  });
});
