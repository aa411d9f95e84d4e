import type { z } from "zod";

/** A key that a client reads, what it must be, and what the client does without it. */
export interface Key {
  /**
   * From the top of the answer: names joined by dots, `[]` for every entry of a list, `{}` for every value of a map.
   */
  readonly path: string;
  readonly shape: z.ZodType;
}

/** Every value that the path leads to; undefined where the last name is missing. */
export function valuesAt(answer: unknown, path: string): readonly unknown[] {
  const steps = path.split(/\.|(?=\[\]|\{\})/);
  return steps.reduce<readonly unknown[]>(
    (values, step) => values.flatMap((one) => next(one, step)),
    [answer],
  );
}

function next(value: unknown, step: string): readonly unknown[] {
  if (step === "[]") return value as readonly unknown[];
  const object = value as Readonly<Record<string, unknown>>;
  return step === "{}" ? Object.values(object) : [object[step]];
}
