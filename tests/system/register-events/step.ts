/** Something that somebody does. */
export interface Step {
  readonly operation: string;
  readonly actor: number;
  readonly seed: number;
  /** Whether it needs what the step before it made. */
  readonly goesOn: boolean;
}
