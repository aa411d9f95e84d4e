/** Right of a process to work on rows, until it ends or is renewed. */
export interface Claim {
  /** Names the process; different for every start. */
  readonly owner: string;
  readonly until: Date;
}
