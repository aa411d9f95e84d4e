import { createNoopMeter, type Meter, type Observable } from "@opentelemetry/api";

import type { CounterDefinition, HistogramDefinition, Labels } from "./definition.ts";
import { Look, type ObservedDefinition, type Tell } from "./look.ts";

/**
 * The instruments of one process, or of one service in a test. It is handed to whatever measures something; nothing of
 * it is kept in modules.
 */
export class Metrics {
  readonly #meter: Meter;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** Returns how to count one more, or several. */
  counter(definition: CounterDefinition): (labels?: Labels, count?: number) => void {
    const counter = this.#meter.createCounter(definition.name, optionsOf(definition));
    return (labels, count = 1) => counter.add(count, labels);
  }

  /** Returns how to record a value. */
  histogram(definition: HistogramDefinition): (value: number, labels?: Labels) => void {
    const histogram = this.#meter.createHistogram(definition.name, {
      ...optionsOf(definition),
      advice: { explicitBucketBoundaries: [...definition.bounds] },
    });
    return (value, labels) => histogram.record(value, labels);
  }

  /**
   * Has `look` tell the values of these metrics whenever somebody wants to know. When it rejects, as while a server is
   * away, the metrics are not there, and the others are; when it takes long, they are as it told them last.
   */
  observe(
    definitions: readonly ObservedDefinition[],
    look: (tell: Tell) => void | Promise<void>,
  ): void {
    const instruments = new Map<ObservedDefinition, Observable>(
      definitions.map((definition) => [definition, this.#observable(definition)]),
    );
    const looking = new Look(look);
    this.#meter.addBatchObservableCallback(
      async (result) => {
        for (const [definition, value, labels] of await looking.values()) {
          const instrument = instruments.get(definition);
          if (instrument === undefined)
            throw new Error(`${definition.name} is not among the metrics to be looked at.`);
          result.observe(instrument, value, labels);
        }
      },
      [...instruments.values()],
    );
  }

  #observable(definition: ObservedDefinition): Observable {
    const options = optionsOf(definition);
    return definition.kind === "counter"
      ? this.#meter.createObservableCounter(definition.name, options)
      : this.#meter.createObservableGauge(definition.name, options);
  }
}

function optionsOf({ meaning, unit }: ObservedDefinition | HistogramDefinition) {
  return { unit, description: meaning };
}

/** Metrics that measure nothing: for tests, and for programs that nobody watches. */
export const noMetrics = new Metrics(createNoopMeter());
