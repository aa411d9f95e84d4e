import type { JsMsg } from "@nats-io/jetstream";
import { scopeOfMessage } from "@team-chat/nats";
import { beginSpan, isTracing, type OpenSpan } from "@team-chat/telemetry";

/** Most answers of one turn of the event loop that get a span; the others are only counted. */
const mostAnswers = 20;

/** Records how the bundles of traced requests reach the polls that wait for them. */
export class DeliverySpans {
  /** Bundles whose polls are not answered yet. */
  #open: OpenSpan[] = [];
  #answers = 0;

  /** Begins the span of a bundle, if its request is traced. */
  received(message: JsMsg): void {
    if (!isTracing()) return;
    const scope = scopeOfMessage(message);
    const span = scope && beginSpan({ name: "deliver bundle", kind: "consumer", scope });
    if (span) this.#open.push(span);
  }

  /** Records the answer to a poll; `requestId` is that of the poll. */
  answered(requestId: string | undefined): void {
    const bundle = this.#open.at(-1);
    if (bundle === undefined) return;
    this.#answers += 1;
    if (this.#answers > mostAnswers) return;
    const { scope } = bundle;
    beginSpan({ name: "answer poll", kind: "producer", scope })?.end({
      "poll.request.id": requestId,
    });
  }

  /** Ends the spans of all bundles that were received since the last time. */
  end(): void {
    for (const span of this.#open) span.end({ "polls.answered": this.#answers });
    this.#open = [];
    this.#answers = 0;
  }
}
