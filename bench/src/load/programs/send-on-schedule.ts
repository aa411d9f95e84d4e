import { readJson } from "../../http/read-json.ts";
import type { RawResponse } from "../../http/response-parser.ts";
import { openLoop } from "../open-loop.ts";
import { SenderPool } from "../sender-pool.ts";
import type { LoadOrder, LoadReply, LoadReport } from "./load-orders.ts";

// Sends requests when they are due, in a process of its own, so that it is not late because of what else is done.

/** Most requests that may be unanswered, each on a connection of its own. */
const maxInFlight = 12_000;

async function load(order: LoadOrder): Promise<LoadReport> {
  const { connections, durationMs, ratePerSecond, requests, url } = order;
  using pool = await SenderPool.open(new URL(url), connections);
  const report = {
    acceptedMs: [] as number[],
    refusedMs: [] as number[],
    lateMs: [] as number[],
  };
  const begun = performance.now();
  await openLoop({
    ratePerSecond,
    durationMs,
    maxInFlight,
    isSleepy: true,
    send: async (index) => {
      const dueAt = begun + (index * 1000) / ratePerSecond;
      report.lateMs.push(performance.now() - dueAt);
      const response = await pool.request(requests[index % requests.length] ?? "");
      const times = isRefusal(response) ? report.refusedMs : report.acceptedMs;
      if (times === report.acceptedMs) readJson(response);
      times.push(response.receivedAt - dueAt);
    },
  });
  return report;
}

/** @throws Error when a refusal does not say when to come again */
function isRefusal({ raw, status }: RawResponse): boolean {
  if (status !== 429 && status !== 503) return false;
  if (/^retry-after: \d/im.test(raw.toString("latin1"))) return true;
  throw new Error(`a refusal with status ${status} does not say when to come again`);
}

function reply(message: LoadReply): void {
  process.send?.(message);
}

process.on("disconnect", () => process.exit(0));
process.on("message", (order: LoadOrder) => {
  load(order).then(reply, (error: unknown) => reply({ failure: String(error) }));
});
