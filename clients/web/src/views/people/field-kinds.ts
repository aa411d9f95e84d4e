/** Kinds of profile fields as the interface numbers them (docs/behaviour/organization.md#custom-profile-fields). */
export const fieldKinds = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const;

interface Described {
  readonly field_data: string;
}

/** Lists what can be chosen for a field, in order, by key. */
export function choicesOf({ field_data: data }: Described): readonly (readonly [string, string])[] {
  if (data === "") return [];
  const choices = JSON.parse(data) as Readonly<
    Record<string, { readonly text: string; readonly order: string }>
  >;
  return Object.entries(choices)
    .toSorted(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => [key, text]);
}

/** Makes the address of somebody's external account; null where the field has no pattern for it. */
export function accountAddress({ field_data: data }: Described, value: string): string | null {
  if (data === "") return null;
  const { url_pattern: pattern } = JSON.parse(data) as { readonly url_pattern?: string };
  if (pattern === undefined || pattern === "") return null;
  return pattern.replace("%(username)s", encodeURIComponent(value));
}

/** Reads the people that a field names. */
export function peopleIn(value: string): readonly number[] {
  return value === "" ? [] : (JSON.parse(value) as readonly number[]);
}
