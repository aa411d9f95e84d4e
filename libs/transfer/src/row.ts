/** A row as an archive has it, or as a table takes it. */
export type Row = Readonly<Record<string, unknown>>;
