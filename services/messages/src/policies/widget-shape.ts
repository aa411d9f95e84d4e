/** Describes the fault of a value, under the name that clients know it by; null when it has none. */
type Shape = (name: string, value: unknown) => string | null;

export const text: Shape = (name, value) =>
  typeof value === "string" ? null : `${name} is not a string`;

export const truth: Shape = (name, value) =>
  typeof value === "boolean" ? null : `${name} is not a boolean`;

/** Accepts a whole number from 0 to this one. */
export function upTo(max: number): Shape {
  return (name, value) => {
    if (!Number.isSafeInteger(value)) return `${name} is not an integer`;
    if (Number(value) < 0) return `${name} is too small`;
    return Number(value) > max ? `${name} is too large` : null;
  };
}

/** Accepts one of these values. */
export function oneOf(...values: readonly unknown[]): Shape {
  return (name, value) => (values.includes(value) ? null : `Invalid ${name}`);
}

/** Accepts a list of such values, also an empty one. */
export function list(of: Shape): Shape {
  return (name, value) =>
    Array.isArray(value)
      ? firstProblem(value.map((item, index) => of(`${name}[${index}]`, item)))
      : `${name} is not a list`;
}

/** Accepts an object that has at least these. */
export function objectWith(fields: Readonly<Record<string, Shape>>): Shape {
  return (name, value) => {
    if (!isObject(value)) return `${name} is not a dict`;
    return firstProblem(
      Object.entries(fields).map(([key, shape]) =>
        Object.hasOwn(value, key)
          ? shape(`${name}["${key}"]`, value[key])
          : `${key} key is missing from ${name}`,
      ),
    );
  };
}

/** Accepts an object that has these and nothing else. */
export function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  return (name, value) => {
    const problem = objectWith(fields)(name, value);
    if (problem !== null || !isObject(value)) return problem;
    const others = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
    return others.length === 0 ? null : `Unexpected arguments: ${others.join(", ")}`;
  };
}

/** Describes the fault of a value in words; null when it has none. */
export function checkShape(shape: Shape, name: string, value: unknown): string | null {
  return shape(name, value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstProblem(problems: readonly (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}
