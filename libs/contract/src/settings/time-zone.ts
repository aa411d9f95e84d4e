const nameForm = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

/** Tells whether this is the IANA name of a time zone; older names of one count. */
export function isTimeZone(name: string): boolean {
  if (!nameForm.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
