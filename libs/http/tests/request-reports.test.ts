import { operations } from "@team-chat/contract";
import { AppError, errorCodes } from "@team-chat/errors";
import {
  createLogger,
  type Metrics,
  newScope,
  noMetrics,
  runInScope,
  startMeter,
} from "@team-chat/telemetry";
import { describe, onTestFinished, test, vi } from "vitest";

import { type Outcome, RequestReports } from "../src/index.ts";

function reporting({ logEvery, metrics = noMetrics }: { logEvery: number; metrics?: Metrics }) {
  const lines: Record<string, unknown>[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLogger({ service: "messages", level: "info", to });
  const reports = new RequestReports({ metrics, log, logEvery });
  const report = (outcome: Partial<Outcome> = {}, scope = newScope()) => {
    reports.began();
    runInScope(scope, () => {
      const { status = 200, ...given } = outcome;
      const usual = { operation: "sendMessage", realmId: 7, started: performance.now() };
      reports.ended({ ...usual, status, ...given });
    });
    return scope;
  };
  return { lines, report };
}

describe("the line of a request", () => {
  test("a request that was not carried out is logged with its id, organization, time in the database and cause", ({
    expect,
  }) => {
    const { lines, report } = reporting({ logEvery: 0 });
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:9102");
    const error = new AppError("SERVICE_UNAVAILABLE", "channels does not answer", { cause });
    const { requestId } = report({ status: 503, error, databaseMs: 12.4 });
    expect(lines).toMatchObject([
      {
        level: "warn",
        msg: "a request was not carried out",
        requestId,
        realm: 7,
        operation: "sendMessage",
        status: 503,
        code: "SERVICE_UNAVAILABLE",
        databaseMs: 12,
        err: { cause: { message: cause.message } },
      },
    ]);
  });

  test("a refusal is logged without its text, which may quote what a client sent", ({ expect }) => {
    const { lines, report } = reporting({ logEvery: 0 });
    report({ status: 400, error: new AppError("BAD_REQUEST", "No such channel: my secret") });
    expect(lines).toMatchObject([{ level: "info", status: 400, code: "BAD_REQUEST" }]);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  test("requests of an organization that end alike have ten lines a second, and one more with the number of the others", async ({
    expect,
  }) => {
    const { lines, report } = reporting({ logEvery: 0 });
    for (let count = 0; count < 60; count += 1) report({ status: 503 });
    for (let count = 0; count < 11; count += 1) report({ status: 429 });
    report({ status: 503, realmId: 8 });
    const linesOf = (realm: number, status: number) =>
      lines.filter((line) => line["realm"] === realm && line["status"] === status);
    expect([linesOf(7, 503).length, linesOf(7, 429).length, linesOf(8, 503).length]).toEqual([
      10, 10, 1,
    ]);
    await vi.waitFor(() => expect(lines).toHaveLength(23), { timeout: 10_000, interval: 20 });
    expect(linesOf(7, 503).at(-1)).toMatchObject({
      level: "warn",
      msg: "further requests were not carried out",
      count: 50,
      requestId: linesOf(7, 503)[0]?.["requestId"],
    });
    expect(linesOf(7, 429).at(-1)).toMatchObject({
      msg: "further requests were refused",
      count: 1,
    });
    report({ status: 503 });
    expect(linesOf(7, 503)).toHaveLength(12);
  });

  test("a sample of the requests that succeed is logged, the same in every process", ({
    expect,
  }) => {
    const [one, other] = [reporting({ logEvery: 10 }), reporting({ logEvery: 10 })];
    for (let count = 0; count < 1000; count += 1) {
      const scope = newScope();
      one.report({}, scope);
      other.report({}, scope);
    }
    expect(one.lines.length).toBeGreaterThan(40);
    expect(one.lines.length).toBeLessThan(250);
    const idsOf = (lines: readonly Record<string, unknown>[]) =>
      lines.map((line) => line["requestId"]);
    expect(idsOf(other.lines)).toEqual(idsOf(one.lines));
  });
});

describe("the metrics of requests", () => {
  test("failures are counted by operation and by status, refusals by status, and those for limits by organization", async ({
    expect,
  }) => {
    const meter = await startMeter({ service: "messages", version: "1.0" });
    onTestFinished(meter.stop);
    const { report } = reporting({ logEvery: 0, metrics: meter.metrics });
    report();
    report({ status: 503 });
    report({ status: 404, realmId: undefined });
    for (let realmId = 1; realmId <= 20; realmId += 1)
      for (let count = 0; count < realmId; count += 1) report({ status: 429, realmId });
    const text = await meter.text();
    expect(text).toContain(
      'http_server_request_duration_seconds_count{operation="sendMessage",service_name="messages"} 213',
    );
    expect(text).toContain(
      'http_server_request_failures_total{operation="sendMessage",service_name="messages"} 1',
    );
    expect(text).toContain(
      'http_server_request_failure_statuses_total{status="503",service_name="messages"} 1',
    );
    expect(text).toContain(
      'http_server_request_refusals_total{status="404",service_name="messages"} 1',
    );
    expect(text).toContain(
      'http_server_request_refusals_total{status="429",service_name="messages"} 210',
    );
    expect(text).toContain(
      'http_server_request_limited_total{organization="20",service_name="messages"} 20',
    );
    expect(text.match(/^http_server_request_limited_total\{/gm)).toHaveLength(10);
    expect(text).toContain('http_server_active_requests{service_name="messages"} 0');
  });

  test("requests for all operations that end in every way have fewer than 1,750 series", async ({
    expect,
  }) => {
    const meter = await startMeter({ service: "gateway", version: "1.0" });
    onTestFinished(meter.stop);
    const { report } = reporting({ logEvery: 0, metrics: meter.metrics });
    const statuses = new Set([200, 499, ...Object.values(errorCodes).map(({ status }) => status)]);
    for (const { name: operation } of operations)
      for (const status of statuses) report({ operation, status });
    const text = await meter.text();
    const series = text.match(/^http_server_\w+\{/gm) ?? [];
    expect(series.length).toBeGreaterThan(operations.length * 7);
    expect(series.length).toBeLessThan(1750);
  });
});
