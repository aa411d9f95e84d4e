/** Whoever has to do with legal holds: an owner, or an operator with the key of a name. */
export type Holder = { readonly userId: number } | { readonly key: string };

/** Returns the owner; null for an operator. */
export function userOf(by: Holder): number | null {
  return "userId" in by ? by.userId : null;
}

/** Returns the name of the operator's key; null for an owner. */
export function keyOf(by: Holder): string | null {
  return "key" in by ? by.key : null;
}

/** Tells whether somebody may know what the user, or for null an operator, began: owners know nothing of operators. */
export function mayKnow(by: Holder, begunBy: number | null): boolean {
  return "key" in by || begunBy !== null;
}
