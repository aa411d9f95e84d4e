/** Something that somebody does. */
export interface Step {
  readonly operation: string;
  readonly actor: number;
  readonly seed: number;
  /** True if it needs the result of the step before it. */
  readonly goesOn: boolean;
}
