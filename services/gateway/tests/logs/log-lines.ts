import { createLogger, type Logger } from "@team-chat/telemetry";

type Line = Readonly<Record<string, unknown>>;

/** A log of a gateway whose lines can be read. */
export class LogLines {
  readonly #lines: Line[] = [];
  readonly log: Logger = createLogger({
    service: "gateway",
    level: "info",
    to: { write: (line: string) => void this.#lines.push(JSON.parse(line) as Line) },
  });

  /** Returns the errors, with their causes, that the lines of a request have. */
  errorsOf(requestId: unknown): readonly unknown[] {
    const own = this.#lines.filter((line) => line["requestId"] === requestId);
    return own.map((line) => line["err"]).filter((error) => error !== undefined);
  }
}
