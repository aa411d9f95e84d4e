import { announceReady, takeOrders } from "./control.ts";
import { RowInserter, sampleRow } from "./row-inserter.ts";

// The durable-insert floor: one connection inserting for a while, each statement fsynced before the next begins.
const inserter = await RowInserter.connect(process.env["DATABASE_URL"] ?? "");

takeOrders(async (request) => {
  if (request.kind !== "insert") {
    return { kind: "failed", message: `cannot ${request.kind}` };
  }
  const row = sampleRow();
  const rows = Array.from({ length: request.rowsPerInsert }, () => row);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < request.durationMs) {
    const sentAt = performance.now();
    await (rows.length === 1 ? inserter.insertOne(row) : inserter.insertMany(rows));
    latenciesMs.push(performance.now() - sentAt);
  }
  return { kind: "inserted", latenciesMs };
});

announceReady(0);
