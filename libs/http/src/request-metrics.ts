import { getEvents } from "@team-chat/contract";
import { defineCounter, defineGauge, defineHistogram, type Metrics } from "@team-chat/telemetry";

/**
 * Three bounds, because each is a series for every operation (docs/adr/0018-metrics-by-opentelemetry.md): as fast as
 * usual, noticed by nobody, as promised.
 */
export const requestDuration = defineHistogram({
  name: "http.server.request.duration",
  title: "Time to answer",
  unit: "s",
  meaning: "From the arrival of a request to its answer, whatever that is; without long polls.",
  labels: ["operation"],
  bounds: [0.025, 0.1, 0.5],
});
export const requestFailures = defineCounter({
  name: "http.server.request.failures",
  title: "Failed requests",
  unit: "{request}",
  meaning:
    "Requests that were not carried out though they should have been (status 500 and above).",
  labels: ["operation"],
});
/** Apart from their operations, of which each would have a series for every status. */
export const failureStatuses = defineCounter({
  name: "http.server.request.failure.statuses",
  title: "Failures by status",
  unit: "{request}",
  meaning:
    "Requests that were not carried out though they should have been, by their status (500 and above), of all operations together.",
  labels: ["status"],
});
export const requestRefusals = defineCounter({
  name: "http.server.request.refusals",
  title: "Refused requests",
  unit: "{request}",
  meaning: "Requests that were refused (status 400 to 499; 499: the client went away before).",
  labels: ["status"],
});
export const activeRequests = defineGauge({
  name: "http.server.active_requests",
  title: "Requests under way",
  unit: "{request}",
  meaning: "Requests that are not answered yet; long polls that wait are not counted.",
});

export const limitedRequests = defineCounter({
  name: "http.server.request.limited",
  title: "Requests refused for limits",
  unit: "{request}",
  meaning:
    "Requests of the ten organizations that were most often refused for a limit (status 429).",
  labels: ["organization"],
});

/** A request that was answered. */
interface Ended {
  readonly operation: string;
  readonly status: number;
  readonly realmId: number | undefined;
  readonly ms: number;
}

const shownOrganizations = 10;
/** Organizations whose refusals are counted; the one refused longest ago is forgotten first. */
const countedOrganizations = 1000;

/** Counts the requests that a process serves. */
export class RequestMetrics {
  #active = 0;
  /** Refusals for limits by organization; the last refused comes last. */
  readonly #limited = new Map<number, number>();
  readonly #duration: ReturnType<Metrics["histogram"]>;
  readonly #failure: ReturnType<Metrics["counter"]>;
  readonly #failureStatus: ReturnType<Metrics["counter"]>;
  readonly #refusal: ReturnType<Metrics["counter"]>;

  constructor(metrics: Metrics) {
    this.#duration = metrics.histogram(requestDuration);
    this.#failure = metrics.counter(requestFailures);
    this.#failureStatus = metrics.counter(failureStatuses);
    this.#refusal = metrics.counter(requestRefusals);
    metrics.observe([activeRequests, limitedRequests], (tell) => {
      tell(activeRequests, this.#active);
      const counts = [...this.#limited].toSorted(([, a], [, b]) => b - a);
      for (const [organization, count] of counts.slice(0, shownOrganizations))
        tell(limitedRequests, count, { organization });
    });
  }

  /** Counts a request that begins; `ended` follows. */
  began(): void {
    this.#active += 1;
  }

  ended({ ms, operation, realmId, status }: Ended): void {
    this.#active -= 1;
    if (status === 429 && realmId !== undefined) this.#countLimited(realmId);
    if (operation !== getEvents.name) this.#duration(ms / 1000, { operation });
    if (status >= 500) {
      this.#failure({ operation });
      this.#failureStatus({ status });
    } else if (status >= 400) this.#refusal({ status });
  }

  #countLimited(realmId: number): void {
    const count = this.#limited.get(realmId) ?? 0;
    this.#limited.delete(realmId);
    this.#limited.set(realmId, count + 1);
    const [oldest] = this.#limited.keys();
    if (this.#limited.size > countedOrganizations && oldest !== undefined)
      this.#limited.delete(oldest);
  }
}
