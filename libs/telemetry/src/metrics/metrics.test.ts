import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { describe, onTestFinished, test, vi } from "vitest";

import { defineCounter, defineGauge, defineHistogram, startMeter } from "../index.ts";

const duration = defineHistogram({
  name: "test.request.duration",
  title: "Time to answer",
  unit: "s",
  meaning: "From the arrival of a request to its answer.",
  labels: ["operation"],
  bounds: [0.1, 1],
});
const refusals = defineCounter({
  name: "test.refusals",
  title: "Refused requests",
  unit: "{request}",
  meaning: "Refusals.",
});
const rows = defineGauge({
  name: "test.rows",
  title: "Rows",
  unit: "{row}",
  meaning: "Rows.",
  isShared: true,
});
const age = defineGauge({
  name: "test.rows.age",
  title: "Oldest row",
  unit: "s",
  meaning: "Age of the oldest row.",
});

async function start(endpoint?: string) {
  const meter = await startMeter({ service: "messages", version: "1.0", endpoint });
  onTestFinished(() => meter.stop().catch(() => undefined));
  return meter;
}

describe("metrics", () => {
  test("metrics have names with units, and meanings, as Prometheus expects them", async ({
    expect,
  }) => {
    const { metrics, text } = await start();
    metrics.histogram(duration)(0.5, { operation: "sendMessage" });
    metrics.counter(refusals)();
    metrics.observe([rows, age], (tell) => {
      tell(rows, 3);
      tell(age, 1.5);
    });
    const lines = (await text()).split("\n");
    expect(lines).toContain("# HELP test_rows_age_seconds Age of the oldest row.");
    expect(lines).toContain("# TYPE test_refusals_total counter");
    expect(lines).toContain('test_refusals_total{service_name="messages"} 1');
    expect(lines).toContain('test_rows{service_name="messages"} 3');
    expect(lines).toContain('test_rows_age_seconds{service_name="messages"} 1.5');
    expect(lines).toContain(
      'test_request_duration_seconds_bucket{operation="sendMessage",service_name="messages",le="1"} 1',
    );
    expect(lines.find((line) => line.startsWith("target_info"))).toContain(
      'service_name="messages"',
    );
  });

  test("a metric that cannot be looked at is left out, and the others are there", async ({
    expect,
  }) => {
    const { metrics, text } = await start();
    metrics.observe([age], () => Promise.reject(new Error("The database is away.")));
    metrics.observe([rows], (tell) => tell(rows, 3));
    const written = await text();
    expect(written).toContain('test_rows{service_name="messages"} 3');
    expect(written).not.toContain("test_rows_age");
  });

  test("nobody waits twice for a server that does not answer: metrics are told as it told them last", async ({
    expect,
  }) => {
    const { metrics, text } = await start();
    let answer = Promise.withResolvers<number>();
    answer.resolve(3);
    metrics.observe([rows], async (tell) => tell(rows, await answer.promise));
    metrics.observe([age], (tell) => tell(age, 1.5));
    expect(await text()).toContain('test_rows{service_name="messages"} 3');
    answer = Promise.withResolvers();
    // Waits for it, once.
    await text();
    const begun = performance.now();
    const written = await text();
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(written).toContain('test_rows{service_name="messages"} 3');
    expect(written).toContain('test_rows_age_seconds{service_name="messages"} 1.5');
    answer.reject(new Error("The server is away."));
    await vi.waitFor(async () => expect(await text()).not.toContain("test_rows{"));
    expect(await text()).toContain('test_rows_age_seconds{service_name="messages"} 1.5');
    answer = Promise.withResolvers();
    answer.resolve(4);
    await vi.waitFor(async () =>
      expect(await text()).toContain('test_rows{service_name="messages"} 4'),
    );
  });

  test("a metric has at most 250 sets of labels, and counts what comes beyond them together", async ({
    expect,
  }) => {
    const { metrics, text } = await start();
    const count = metrics.counter(refusals);
    for (let realm = 0; realm < 1000; realm += 1) count({ realm });
    const series = (await text()).split("\n").filter((line) => line.startsWith("test_refusals"));
    expect(series.length).toBe(250);
    expect(series.join("\n")).toContain('otel_metric_overflow="true"');
  });

  test("two services in one process do not see each other's metrics", async ({ expect }) => {
    const [one, other] = [await start(), await start()];
    one.metrics.counter(refusals)();
    other.metrics.counter(refusals)({}, 5);
    expect(await one.text()).toContain('test_refusals_total{service_name="messages"} 1');
    expect(await other.text()).toContain('test_refusals_total{service_name="messages"} 5');
  });

  test("metrics are sent to a collector by OTLP, under their names with dots", async ({
    expect,
  }) => {
    const bodies: Buffer[] = [];
    const collector = createServer((req, res) => {
      void buffer(req).then((body) => {
        if (req.url === "/otlp/v1/metrics") bodies.push(body);
        res.end();
      });
    }).listen(0, "127.0.0.1");
    await once(collector, "listening");
    onTestFinished(() => void collector.close());
    const { port } = collector.address() as AddressInfo;
    const meter = await start(`http://127.0.0.1:${port}/otlp/`);
    meter.metrics.counter(refusals)();
    await meter.stop();
    expect(Buffer.concat(bodies).toString("latin1")).toContain("test.refusals");
  });
});
