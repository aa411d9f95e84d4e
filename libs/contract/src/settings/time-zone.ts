const nameForm = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

/** Whether this is the IANA name of a time zone, also an older name of one. */
export function isTimeZone(name: string): boolean {
  if (!nameForm.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
