/** A value that a schema permits and that costs much; values of one kind cost much for the same reason. */
export interface Worst {
  readonly kind: string;
  readonly value: unknown;
}
