import { Session } from "node:inspector/promises";

/** Counts the calls of functions in this process, of packages too, while they are watched. */
export class CalledFunctions implements AsyncDisposable {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async watch(): Promise<CalledFunctions> {
    const session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    return new CalledFunctions(session);
  }

  /** Counts the calls since the last count, by file below `node_modules` and name of the function. */
  async count(): Promise<ReadonlyMap<string, number>> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    const calls = new Map<string, number>();
    for (const { functions, url } of result) {
      const [, file] = url.split("/node_modules/");
      if (file === undefined) continue;
      for (const { functionName, ranges } of functions) {
        const name = `${file} ${functionName}`;
        calls.set(name, (calls.get(name) ?? 0) + (ranges[0]?.count ?? 0));
      }
    }
    return calls;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
  }
}
