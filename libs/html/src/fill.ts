/** Values that a text is filled with, by the name of their place. */
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Fills the places `{name}` of a text that people read. Such texts are data, so that they can be translated: a
 * translator may move the places, and reads whole sentences.
 * @throws TypeError when the text has a place without a value
 */
export function fill(text: string, values: TextValues = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`The text "${text}" needs ${name}.`);
    return String(value);
  });
}
