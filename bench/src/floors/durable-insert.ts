import type { Measure } from "../bench.ts";
import { median } from "../statistics.ts";
import { FloorProcess } from "./floor-process.ts";

interface DurableInsert {
  /** ms per durable row, one row per statement. */
  readonly single: Measure;
  /** ms per durable row, 16 rows per statement. */
  readonly batched: Measure;
}

const batchRows = 16;

/** Starts the durable-insert floor; its measures insert on one connection for `durationMs` each. */
export async function startDurableInsert(
  { databaseUrl, durationMs }: { readonly databaseUrl: string; readonly durationMs: number },
  resources: AsyncDisposableStack,
): Promise<DurableInsert> {
  const program = resources.use(
    await FloorProcess.start("durable-insert", { DATABASE_URL: databaseUrl }),
  );
  const perRow = async (rowsPerInsert: number): Promise<readonly number[]> => {
    const reply = await program.order({ kind: "insert", durationMs, rowsPerInsert });
    if (reply.kind !== "inserted") {
      throw new Error(`the insert floor answered ${reply.kind}`);
    }
    return reply.latenciesMs.map((latency) => latency / rowsPerInsert);
  };
  const measure = (rowsPerInsert: number): Measure => {
    return async () => {
      const latenciesMs = await perRow(rowsPerInsert);
      return { value: median(latenciesMs), latenciesMs };
    };
  };
  return { single: measure(1), batched: measure(batchRows) };
}
