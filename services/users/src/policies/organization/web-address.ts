/** Tells whether the text is the address of a web page, as browsers read it. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}
