import { afterAll, beforeAll, describe, test, vi } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { type ReceivedSpan, startCollector } from "./collector.ts";

const services = ["gateway", "users", "channels", "messages", "events", "webhooks"] as const;
const inSeconds = { timeout: 20_000, interval: 20 };

let collector: Awaited<ReturnType<typeof startCollector>>;
let constellation: Constellation;
let member: Client;

beforeAll(async () => {
  collector = await startCollector();
  // The processes have the environment of this one.
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "100");
  constellation = await Constellation.start();
  vi.unstubAllEnvs();
  member = await Client.login(constellation.url, "member@example.com");
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
  collector.stop();
});

function send(content: string, requestId: string) {
  return member.tryPost(
    "/messages",
    { type: "channel", to: "general", topic: "traced", content },
    { "x-request-id": requestId },
  );
}

describe("the trace of a message", () => {
  test("a trace leads from the gateway over the stream to whoever polls, and to the bot that answers", async ({
    expect,
  }) => {
    const listener = await member.listen();
    await send("@**Echo Bot** follow me", "traced-1");
    await listener.heard("<p>follow me</p>");
    await listener.stop();
    const wanted = [
      "gateway sendMessage",
      "messages messages sendMessage",
      "messages publish bundle",
      "events deliver bundle",
      "events answer poll",
      "webhooks webhooks bundle",
      "webhooks deliver to bot",
    ];
    const trace = await vi.waitFor(() => {
      const found = traceOf(collector.spans, "traced-1");
      expect(found.map(({ name, service }) => `${service} ${name}`)).toEqual(
        expect.arrayContaining(wanted),
      );
      // Spans come when they end: those that cause others often after them.
      const ids = new Set(found.map(({ spanId }) => spanId));
      expect(found.filter(({ parentId }) => !ids.has(parentId)).map(({ name }) => name)).toEqual([
        "sendMessage",
      ]);
      return found;
    }, inSeconds);
    const root = trace.find(({ name }) => name === "sendMessage");
    expect(Object.fromEntries(root?.attributes ?? [])).toMatchObject({
      operation: "sendMessage",
      "http.response.status_code": 200,
      "request.id": "traced-1",
    });
    expect(root?.attributes.get("realm")).toBeGreaterThan(0);
    const answered = trace.find(({ name }) => name === "answer poll");
    expect(answered?.attributes.get("poll.request.id")).toMatch(/^[\w-]+$/);
  });
});

describe("the log of a request", () => {
  test("a request that fails can be explained from its request id alone", async ({ expect }) => {
    const channels = constellation.process("channels");
    await channels.kill();
    const answer = await send("where are the channels?", "explain-1");
    await channels.start();
    expect(answer).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const lines = await vi.waitFor(() => {
      const found = services.flatMap((name) =>
        constellation
          .process(name)
          .logLines()
          .filter((line) => line["requestId"] === "explain-1"),
      );
      expect(new Set(found.map((line) => line["service"]))).toEqual(
        new Set(["gateway", "messages"]),
      );
      return found;
    }, inSeconds);
    for (const line of lines)
      expect(line).toMatchObject({
        msg: "a request was not carried out",
        operation: "sendMessage",
        status: 503,
        realm: expect.any(Number),
      });
    expect(JSON.stringify(lines)).toMatch(/channels.+ECONNREFUSED|ECONNREFUSED.+channels/);
  });

  test("the logs of all processes have neither the text of messages nor keys nor addresses of people", async ({
    expect,
  }) => {
    const text = "nobody but us reads this";
    await send(text, "silent-1");
    await member.post("/messages", { type: "channel", to: text, topic: text, content: text });
    await member.get(`/users/${encodeURIComponent(text)}`);
    await vi.waitFor(() => {
      const gateway = constellation.process("gateway").logLines();
      expect(gateway.filter((line) => Number(line["status"]) >= 400).length).toBeGreaterThan(1);
    }, inSeconds);
    const everything = services
      .flatMap((name) => constellation.process(name).logLines())
      .map((line) => JSON.stringify(line))
      .join("\n");
    const [, key = ""] = Buffer.from(member.authorization.slice("Basic ".length), "base64")
      .toString()
      .split(":");
    expect(key.length).toBeGreaterThan(10);
    for (const secret of [text, encodeURIComponent(text), key, member.email])
      expect(everything).not.toContain(secret);
  });

  test("processes say that they have started, lost NATS, found it again, and stop", async ({
    expect,
  }) => {
    await constellation.crashNats();
    const wanted = [/^started/, /connection to NATS is lost/, /connection to NATS is found again/];
    await vi.waitFor(() => {
      for (const name of services) {
        const messages = constellation
          .process(name)
          .logLines()
          .map((line) => String(line["msg"]));
        for (const pattern of wanted)
          expect(messages.some((message) => pattern.test(message))).toBe(true);
      }
    }, inSeconds);
    const webhooks = constellation.process("webhooks");
    await webhooks.stop();
    const last = webhooks.logLines().map((line) => String(line["msg"]));
    expect(last.filter((message) => message.startsWith("stopp"))).toHaveLength(2);
    await webhooks.start();
  });
});

/** Returns the spans of the trace in which a request with this id was served. */
function traceOf(spans: readonly ReceivedSpan[], requestId: string): readonly ReceivedSpan[] {
  const one = spans.find(({ attributes }) => attributes.get("request.id") === requestId);
  return spans.filter(({ traceId }) => traceId === one?.traceId);
}
