/** Something of an archive that is not as it was written. */
export interface Problem {
  readonly kind: "altered" | "missing" | "added";
  readonly path: string;
  /** Id of the record of the file; null for a line that is none; absent for the file itself. */
  readonly record?: number | null;
}

/** Says in one line what is wrong. */
export function problemLine({ kind, path, record }: Problem): string {
  if (record === undefined) return `${kind}: ${path}`;
  return `${kind}: ${path}, ${record === null ? "a line that is no record" : `record ${record}`}`;
}
