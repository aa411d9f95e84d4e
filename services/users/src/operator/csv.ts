import type { OperatorOperation } from "@team-chat/contract";
import { z } from "zod";

const rowsOf = z.array(z.record(z.string(), z.union([z.string(), z.number()])));

/** Writes an output as comma-separated values (RFC 4180); undefined when it was not asked for in this form. */
export function csvOf(
  { csv }: Pick<OperatorOperation, "csv">,
  input: Readonly<Record<string, unknown>>,
  output: object,
): string | undefined {
  if (csv === undefined || input["format"] !== "csv") return undefined;
  const rows = rowsOf.parse(new Map<string, unknown>(Object.entries(output)).get(csv.rows));
  const lines = rows.map((row) => csv.columns.map((column) => field(row[column] ?? "")));
  return [csv.columns, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function field(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
