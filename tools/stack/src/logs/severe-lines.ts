// Matches pino's numbers from "warn" upwards, and their names.
const severe = /"level":(?:[456]0|"(?:warn|error|fatal)")/;

const shownLines = 5;

/**
 * Picks the lines at level "warn" and above out of a service's log, shortened for people; of many only the first, and
 * their number.
 */
export function severeLines(text: string, file: string): string[] {
  const found = text.split("\n").filter((line) => severe.test(line));
  const shown = found.slice(0, shownLines).map((line) => shorten(line));
  return found.length > shownLines
    ? [...shown, `${String(found.length - shownLines)} more in ${file}`]
    : shown;
}

function shorten(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level: unknown;
      msg?: string;
      err?: { message?: string };
    };
    const isWarning = level === 40 || level === "warn";
    const reason = err?.message === undefined ? "" : `: ${err.message}`;
    return `${isWarning ? "warning" : "error"}: ${msg ?? ""}${reason}`;
  } catch {
    return line.slice(0, 200);
  }
}
