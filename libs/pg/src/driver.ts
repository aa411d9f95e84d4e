import pg from "pg";
import {
  BackendTerminatedError,
  createDriverFactory,
  type DriverCommand,
  type DriverFactory,
  InvalidInputError,
  UniqueIntegrityConstraintViolationError,
} from "slonik";

import { runBounded } from "./bounded-statement.ts";
import { connectionOptions, type PoolLimits } from "./limits.ts";
import type { Timed } from "./pool-metrics.ts";
import { sqlStateOf } from "./sql-state.ts";

type TypeId = Parameters<pg.TypeOverrides["setTypeParser"]>[0];

/** Object ids of array types (PostgreSQL, pg_type), which `pg` does not name. */
const int8Array = 1016 as TypeId;
const timestamptzArray = 1185 as TypeId;
const textArray = 1009 as TypeId;

const connectTimeoutMs = 5000;

const toDate = (text: string) => new Date(text);

/**
 * int8 as number: our ids and counts stay far below 2^53; times as dates; everything else as pg parses it by itself.
 */
function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  const texts = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[];
  const each =
    (parse: (text: string) => unknown) =>
    (text: string): unknown[] =>
      texts(text).map((element) => (element === null ? null : parse(element)));
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toDate);
  types.setTypeParser(int8Array, each(Number));
  types.setTypeParser(timestamptzArray, each(toDate));
  return types;
}

/** These end a transaction: what they do is not to be interrupted. */
const ending = new Set(["COMMIT", "ROLLBACK"]);

/**
 * Makes connections for Slonik, whose statements are bounded and timed. Slonik's own keep to themselves what cancelling
 * needs.
 */
export function boundedDriver(url: string, limits: PoolLimits, timed: Timed): DriverFactory {
  const config = {
    ...connectionOptions(url, limits),
    connectionTimeoutMillis: connectTimeoutMs,
    // All as prepared statements without a name, so that each is one command.
    queryMode: "extended",
    types: typeParsers(),
  };
  return createDriverFactory(() =>
    Promise.resolve({
      createPoolClient: ({ clientEventEmitter }) => {
        const client = new pg.Client(config);
        // Slonik stops to listen when it has waited long enough for an end; an error may still come.
        clientEventEmitter.on("error", () => undefined);
        client.on("error", (error) => clientEventEmitter.emit("error", asSlonikError(error)));
        return Promise.resolve({
          connect: async () => void (await client.connect()),
          end: () => client.end(),
          query: (text: string, values?: unknown[]) =>
            timed(() => query(client, limits, { text, values })),
          stream: () => {
            throw new Error("Nothing of ours reads rows as a stream.");
          },
        });
      },
    }),
  );
}

async function query(
  client: pg.Client,
  { requestMs }: PoolLimits,
  { text, values }: { readonly text: string; readonly values: unknown[] | undefined },
) {
  const run = async () => client.query<Record<string, unknown>>(text, values);
  try {
    const result = await (ending.has(text) ? run() : runBounded(client, requestMs, run));
    return {
      command: result.command as DriverCommand,
      fields: result.fields.map(({ dataTypeID, name }) => ({ dataTypeId: dataTypeID, name })),
      rowCount: result.rowCount,
      rows: result.rows,
    };
  } catch (error) {
    throw asSlonikError(error as Error);
  }
}

/** Translates errors that Slonik and we tell apart; any other stays as it is. */
function asSlonikError(error: Error): Error {
  const code = sqlStateOf(error);
  if (code === "23505") return new UniqueIntegrityConstraintViolationError(error);
  if (code === "22P02") return new InvalidInputError(error.message);
  const isLost =
    code === "57P01" || code === "25P03" || /^connection terminated/i.test(error.message);
  return isLost ? new BackendTerminatedError(error) : error;
}
