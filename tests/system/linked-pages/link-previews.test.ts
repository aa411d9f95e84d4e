import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { PageServer } from "./page-server.ts";

let constellation: Constellation;
let pages: PageServer;
let sender: Client;
let reader: Client;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, { apart: ["messages", "webhooks"] });
  pages = await PageServer.start();
  const owner = await Client.login(constellation.url, "owner@example.com");
  await owner.patch("/realm", { inline_url_embed_preview: true });
  sender = await Client.login(constellation.url, "member2@example.com");
  reader = await Client.login(constellation.url, "member@example.com");
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

async function contentOf(id: unknown): Promise<string> {
  const { message } = await reader.get(`/messages/${String(id)}`, {});
  return (message as { content: string }).content;
}

describe("previews of pages through deaths (docs/behaviour/markdown.md#previews-of-pages)", () => {
  test.for(["messages", "webhooks"] as const)(
    "a page that is asked for while %s is killed is shown once all the same",
    async (victim, { expect }) => {
      const { queue_id } = await reader.post("/register", { event_types: ["update_message"] });
      const url = `${pages.url}/${victim}`;
      const before = pages.asked;
      pages.hold();
      const message = { type: "channel", to: "general", topic: "ponds", content: url };
      const { id } = await sender.post("/messages", message);
      await pages.hasBeenAsked(before + 1);
      const killed = constellation.process(victim);
      await killed.kill();
      pages.release();
      await killed.start();
      await expect.poll(() => contentOf(id), { timeout: 60_000 }).toContain("Ponds of the town");
      await constellation.settle();
      const { events } = await reader.get("/events", { queue_id, last_event_id: -1 });
      expect(events).toMatchObject([{ message_id: id, rendering_only: true, user_id: null }]);
      expect((await contentOf(id)).split("message_embed_title")).toHaveLength(2);
    },
  );
});
