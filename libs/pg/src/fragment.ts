import type { sql } from "slonik";

/** A part of a statement, with its values. */
export type Fragment = ReturnType<typeof sql.fragment>;
