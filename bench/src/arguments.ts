import { parseArgs } from "node:util";

export interface Arguments {
  /** Null: list the benches. */
  readonly name: string | null;
  readonly rounds: number | null;
  readonly quick: boolean;
  /** True if the results are added to bench/history. */
  readonly record: boolean;
  /** Only the cases whose label begins with one of these; null: all. */
  readonly only: readonly string[] | null;
}

/**
 * Reads what the command line asks for.
 * @throws Error on an unknown option, a second name, rounds that are not a whole number from 1 to 1000, or a quick run
 * that is to be recorded.
 */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
      only: { type: "string" },
    },
  });
  if (positionals.length > 1) {
    throw new Error(`one bench at a time, not ${positionals.join(" and ")}`);
  }
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  if (rounds !== null && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000)) {
    throw new Error(`--rounds ${values.rounds} is not a whole number from 1 to 1000`);
  }
  if (values.quick && values.record) {
    throw new Error("--quick shows that a bench works; its figures are not recorded");
  }
  return {
    name: positionals[0] ?? null,
    rounds,
    quick: values.quick,
    record: values.record,
    only: values.only?.split(",") ?? null,
  };
}
