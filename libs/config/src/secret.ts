import { inspect } from "node:util";

import { z } from "zod";

/** A value that prints as `[redacted]` wherever it might reach a log; `reveal()` is the only way to it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "[redacted]";
  }

  toJSON(): string {
    return "[redacted]";
  }

  [inspect.custom](): string {
    return "[redacted]";
  }
}

/** Declares a required, non-empty secret of the environment. */
export function secret() {
  return z
    .string()
    .min(1)
    .transform((value) => new Secret(value));
}
