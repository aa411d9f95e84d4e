/** Accounts that a synchronisation may deactivate whatever share of all they are. */
const fewAccounts = 3;
/** Largest part of the accounts that it deactivates without being told that this is right. */
const plausiblePart = 0.2;

interface Counts {
  /** People that the directory has. */
  readonly people: number;
  /** Active accounts that belong to the directory. */
  readonly accounts: number;
  /** Those of them whose people it lacks. */
  readonly missing: number;
}

/**
 * Says why nobody is to be deactivated, because the directory more likely shows too little than has lost so many; null
 * when there is no reason (docs/behaviour/single-sign-on.md#synchronisation).
 */
export function suspicionOf({ accounts, missing, people }: Counts): string | null {
  if (missing === 0) return null;
  if (people === 0) return "The directory has nobody";
  const isMany = missing > fewAccounts ? missing > accounts * plausiblePart : missing === accounts;
  if (!isMany || accounts === 1) return null;
  return `The directory lacks ${missing} of ${accounts} people whom it had`;
}
