/** An emoji of an organization. */
export interface CustomEmoji {
  readonly id: string;
  readonly name: string;
  readonly deactivated: boolean;
}

type Resolution<T> = { readonly emoji: T } | { readonly refusal: string };

/**
 * Returns the organization's emoji that a request means, by its id if it gives one, or what is wrong with it
 * (docs/behaviour/messages.md#reactions).
 */
export function resolveCustomEmoji<T extends CustomEmoji>(
  all: readonly T[],
  { name, code }: { readonly name: string; readonly code: string | undefined },
): Resolution<T> {
  const emoji =
    code === undefined
      ? findActiveEmoji(all, name)
      : all.find((candidate) => candidate.id === code);
  if (emoji === undefined) return { refusal: "Invalid custom emoji." };
  if (emoji.name !== name) return { refusal: "Invalid custom emoji name." };
  return emoji.deactivated ? { refusal: "This custom emoji has been deactivated." } : { emoji };
}

/** Finds the organization's emoji that is in use under the name. */
export function findActiveEmoji<T extends CustomEmoji>(
  all: readonly T[],
  name: string,
): T | undefined {
  return all.find((candidate) => candidate.name === name && !candidate.deactivated);
}
