import { type Fragment, sql } from "@team-chat/pg";

import type { ScimFilter, ScimOperator, ScimValue } from "../../values/scim-filter.ts";
import { wrong } from "../../values/scim-refusal.ts";

/**
 * An attribute by which resources are found and sorted, as an expression: `text` in any case, `exact` as it is, or many
 * values of a table of their own.
 */
type ScimColumn =
  | { readonly type: "boolean" | "exact" | "text" | "time"; readonly value: Fragment }
  | {
      readonly type: "many";
      /** Rows of the values, up to their condition. */
      readonly rows: Fragment;
      readonly columns: ScimColumns;
    };

/** Attributes by their names in lower case; one with parts has them as `name.part`. */
export type ScimColumns = Readonly<Record<string, ScimColumn>>;

type Comparison = Extract<ScimFilter, { kind: "compare" }>;

/**
 * Makes a filter a condition, which is true or false and never null.
 * @throws ScimRefusal (invalidFilter) for what the attributes cannot be asked for
 */
export function conditionOf(filter: ScimFilter, columns: ScimColumns): Fragment {
  switch (filter.kind) {
    case "and":
    case "or": {
      const parts = filter.of.map((one) => conditionOf(one, columns));
      const glue = filter.kind === "and" ? sql.fragment` and ` : sql.fragment` or `;
      return sql.fragment`(${sql.join(parts, glue)})`;
    }
    case "not":
      return sql.fragment`(not ${conditionOf(filter.of, columns)})`;
    case "within":
      return conditionWithin(filter, columns);
    case "present":
    case "compare":
      return conditionOn(filter, columns);
  }
}

function conditionWithin(
  { attribute, of }: Extract<ScimFilter, { kind: "within" }>,
  columns: ScimColumns,
): Fragment {
  const column = columnOf(columns, attribute);
  if (column?.type === "many") return existing(column.rows, conditionOf(of, column.columns));
  // Every other list has one value, so each of its parts may be asked for by itself.
  const start = `${attribute}.`;
  const parts = Object.entries(columns).flatMap(([name, part]) =>
    name.startsWith(start) ? [[name.slice(start.length), part] as const] : [],
  );
  if (parts.length === 0) throw unknownAttribute(attribute);
  return conditionOf(of, Object.fromEntries(parts));
}

function conditionOn(
  filter: Extract<ScimFilter, { kind: "compare" | "present" }>,
  columns: ScimColumns,
): Fragment {
  const [list = "", ...rest] = filter.attribute.split(".");
  const column = valueColumn(columns, filter.attribute);
  if (column?.type === "many")
    return conditionWithin(
      { kind: "within", attribute: list, of: { ...filter, attribute: "value" } },
      columns,
    );
  if (column === undefined) {
    if (columnOf(columns, list)?.type !== "many") throw unknownAttribute(filter.attribute);
    const of = { ...filter, attribute: rest.join(".") };
    return conditionWithin({ kind: "within", attribute: list, of }, columns);
  }
  const { type, value } = column;
  if (filter.kind === "compare") return comparison(filter, { type, value });
  const isSaid =
    type === "text" || type === "exact" ? sql.fragment` and ${value} <> ''` : sql.fragment``;
  return sql.fragment`(${value} is not null${isSaid})`;
}

/** Finds a column by a name that a client chose, which may be that of something every object has. */
function columnOf(columns: ScimColumns, name: string): ScimColumn | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

/** Finds the column of an attribute, or of the value of one that is a list. */
function valueColumn(columns: ScimColumns, name: string): ScimColumn | undefined {
  return columnOf(columns, name) ?? columnOf(columns, `${name}.value`);
}

function existing(rows: Fragment, condition: Fragment): Fragment {
  return sql.fragment`exists (${rows} and ${condition})`;
}

type Simple = Exclude<ScimColumn, { type: "many" }>;

function comparison(filter: Comparison, column: Simple): Fragment {
  const { operator, value } = filter;
  if (value === null) return nullComparison(filter, column);
  const compared = comparisons[column.type](filter, column);
  // What is not there differs from everything.
  const otherwise = operator === "ne" ? sql.fragment`true` : sql.fragment`false`;
  return sql.fragment`coalesce(${compared}, ${otherwise})`;
}

const comparisons = {
  boolean: booleanComparison,
  time: (filter: Comparison, { value }: Simple) =>
    sql.fragment`${value} ${orderOf(filter)} ${timeOf(filter.value)}::timestamptz`,
  text: textComparison,
  exact: textComparison,
} as const;

function nullComparison({ operator, attribute }: Comparison, { value }: Simple): Fragment {
  if (operator === "eq") return sql.fragment`(${value} is null)`;
  if (operator === "ne") return sql.fragment`(${value} is not null)`;
  throw impossible(attribute, operator);
}

function booleanComparison({ attribute, operator, value: given }: Comparison, column: Simple) {
  const wanted = typeof given === "string" ? given.toLowerCase() : String(given);
  if ((operator !== "eq" && operator !== "ne") || (wanted !== "true" && wanted !== "false"))
    throw impossible(attribute, operator);
  return sql.fragment`${column.value} = ${(wanted === "true") === (operator === "eq")}::boolean`;
}

function textComparison(filter: Comparison, { type, value }: Simple): Fragment {
  const { attribute, operator, value: given } = filter;
  if (typeof given !== "string") throw impossible(attribute, operator);
  if (given.includes("\0") || !given.isWellFormed()) throw impossible(attribute, operator);
  const column = type === "exact" ? value : sql.fragment`lower(${value})`;
  const wanted = type === "exact" ? sql.fragment`${given}::text` : sql.fragment`lower(${given})`;
  switch (operator) {
    case "co":
      return sql.fragment`position(${wanted} in ${column}) > 0`;
    case "sw":
      return sql.fragment`starts_with(${column}, ${wanted})`;
    case "ew":
      return sql.fragment`right(${column}, length(${wanted})) = ${wanted}`;
    default:
      return sql.fragment`${column} ${orderOf(filter)} ${wanted}`;
  }
}

const orders: Readonly<Partial<Record<ScimOperator, Fragment>>> = {
  eq: sql.fragment`=`,
  ne: sql.fragment`<>`,
  gt: sql.fragment`>`,
  ge: sql.fragment`>=`,
  lt: sql.fragment`<`,
  le: sql.fragment`<=`,
};

function orderOf({ attribute, operator }: Comparison): Fragment {
  const order = orders[operator];
  if (order === undefined) throw impossible(attribute, operator);
  return order;
}

function timeOf(given: ScimValue): string {
  const time = typeof given === "string" && /^\d{4}-/.test(given) ? new Date(given) : null;
  if (time === null || Number.isNaN(time.getTime()))
    throw wrong("invalidFilter", `'${String(given)}' is no time.`);
  return time.toISOString();
}

function unknownAttribute(name: string) {
  return wrong("invalidFilter", `Nothing can be found by '${name}'.`);
}

function impossible(attribute: string, operator: ScimOperator) {
  return wrong("invalidFilter", `'${attribute}' cannot be compared with this by '${operator}'.`);
}

/** Makes an order of the attribute, before that of ids; none when it is null. @throws ScimRefusal (invalidValue) */
export function orderBy(
  attribute: string | null,
  { columns, isDescending }: { readonly columns: ScimColumns; readonly isDescending: boolean },
): Fragment {
  if (attribute === null) return sql.fragment`null::integer`;
  const column = valueColumn(columns, attribute);
  if (column === undefined || column.type === "many")
    throw wrong("invalidValue", `Nothing can be sorted by '${attribute}'.`);
  const value = column.type === "text" ? sql.fragment`lower(${column.value})` : column.value;
  // What has no value comes last, or first when it is the other way round (RFC 7644, section 3.4.2.3).
  return isDescending ? sql.fragment`${value} desc nulls first` : sql.fragment`${value} nulls last`;
}
