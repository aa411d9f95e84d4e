import { type Operation, type Param } from "@team-chat/contract";

import { type Usual, WorstValues } from "./worst-values.ts";

/** A request to an operation, by its parameters as texts. */
export interface PlannedRequest {
  readonly operation: Operation;
  /** Description of what is bad about it; empty for an ordinary one. */
  readonly what: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The longest address that the gateway takes is longer than this. */
const maxQuery = 60_000;
/** The longest form is longer than this. */
const maxForm = 1_000_000;

/** Plans requests to operations with values that the contract permits. */
export class RequestPlan {
  readonly #values: WorstValues;

  constructor(usual: Usual, ids: Readonly<Record<string, readonly number[]>>) {
    this.#values = new WorstValues(usual, ids);
  }

  /** Makes a request with the required parameters only, all of them usual. */
  ordinary(operation: Operation): PlannedRequest {
    return { operation, what: "", values: this.#usualValues(operation) };
  }

  /**
   * One for each worst value of each parameter, the others as in an ordinary one; one after the other, since they are
   * long.
   */
  *worst(operation: Operation): Generator<PlannedRequest> {
    const usual = this.#usualValues(operation);
    for (const [name, param] of Object.entries(operation.params))
      for (const { kind, value } of this.#values.of(name, param.schema)) {
        const text = wireText(param, value);
        if (encodeURIComponent(text).length > (isInAddress(operation, param) ? maxQuery : maxForm))
          continue;
        yield { operation, what: `${name}: ${kind}`, values: { ...usual, [name]: text } };
      }
  }

  #usualValues({ params }: Operation): Record<string, string> {
    const values: Record<string, string> = {};
    for (const [name, param] of Object.entries(params))
      if (!param.schema.safeParse(undefined).success)
        values[name] = wireText(param, this.#values.usualOf(name, param.schema));
    return values;
  }
}

function isInAddress({ method }: Operation, { wire }: Param): boolean {
  return method === "GET" || wire === "path";
}

function wireText({ wire }: Param, value: unknown): string {
  return wire !== "json" && typeof value === "string" ? value : JSON.stringify(value);
}
