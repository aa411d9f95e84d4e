/** One broken rule: where it was found, and what to do instead. */
export interface Problem {
  /** Path relative to the checked root. */
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** A check looks at the tree below `root` and returns what is wrong; an empty list means that all is well. */
export type Check = (root: string) => Promise<Problem[]> | Problem[];

/** Writes a problem as `file:line message`, the form that editors turn into a link. */
export function formatProblem(problem: Problem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  return `${place}  ${problem.message}`;
}
