import {
  type CommonQueryMethods,
  createPool,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type DriverTypeParser,
  type Interceptor,
  SchemaValidationError,
} from "slonik";

/** The pool of one service. */
export type Database = DatabasePool;
/** Anything queries can run on. */
export type Connection = CommonQueryMethods;
/** What only an open transaction provides; functions that must run in one take this. */
export type Transaction = DatabaseTransactionConnection;

interface OpenOptions {
  readonly url: string;
  readonly maxPoolSize?: number;
}

/** int8 as number: our ids and counts stay far below 2^53; slonik's default is BigInt, which JSON cannot carry. */
const typeParsers: readonly DriverTypeParser[] = [
  { name: "int8", parse: Number },
  { name: "timestamptz", parse: (text) => new Date(text) },
];

/** Checks every row against the schema its query names: by itself slonik uses the schema as a type only. */
const parseRows: Interceptor = {
  name: "parse rows",
  transformRow: (context, query, row) => {
    const schema = context.resultParser;
    if (!schema) return row;
    const result = schema["~standard"].validate(row);
    if (result instanceof Promise) throw new TypeError("Row schemas must not be asynchronous.");
    if (result.issues) throw new SchemaValidationError(query, row, [...result.issues]);
    return result.value as typeof row;
  },
};

/**
 * Opens a service's pool. `resetConnection` does nothing because slonik's default, `DISCARD ALL`, costs a round trip for each
 * release and throws prepared statements away; our code changes no session state.
 */
export function openDatabase({ url, maxPoolSize = 10 }: OpenOptions): Promise<Database> {
  return createPool(url, {
    maxPoolSize,
    idleTimeout: 30_000,
    interceptors: [parseRows],
    resetConnection: async () => {},
    typeParsers,
  });
}
