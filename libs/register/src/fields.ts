import type { Bytes } from "@team-chat/contract";

/** Holds a value of a field that is JSON already. */
export class Json {
  readonly json: string | Bytes;

  constructor(json: string | Bytes) {
    this.json = json;
  }
}

/** Holds the fields of an object as JSON text, without braces. */
export class JsonFields {
  readonly text: string;

  constructor(fields: object) {
    this.text = JSON.stringify(fields).slice(1, -1);
  }
}

/** Keys of the initial data with their values, of which some may be `Json`. */
export type Fields = Readonly<Record<string, unknown>> | JsonFields;

const kept = new WeakMap<object, Map<string, unknown>>();

/** Makes a value of an object that never changes, once for each name; it is forgotten with the object. */
export function remembered<T>(of: object, name: string, make: () => T): T {
  let made = kept.get(of);
  if (made === undefined) {
    made = new Map();
    kept.set(of, made);
  }
  if (made.has(name)) return made.get(name) as T;
  const value = make();
  made.set(name, value);
  return value;
}

/** Makes fields that follow from an object that never changes, as text, once for each name. */
export function rememberedFields(of: object, name: string, make: () => object): JsonFields {
  return remembered(of, name, () => new JsonFields(make()));
}

/** Writes fields as they stand in the answer: JSON without braces, the large values as they are. */
export function fieldBytes(all: readonly Fields[]): Bytes {
  const pieces: Uint8Array[] = [];
  let text = "";
  const add = (more: string) => {
    text += text === "" && pieces.length === 0 ? more : `,${more}`;
  };
  for (const fields of all) {
    if (fields instanceof JsonFields) {
      if (fields.text !== "") add(fields.text);
      continue;
    }
    for (const [key, value] of Object.entries(fields)) {
      add(`${JSON.stringify(key)}:`);
      if (!(value instanceof Json)) text += JSON.stringify(value);
      else if (typeof value.json === "string") text += value.json;
      else {
        pieces.push(Buffer.from(text), ...value.json);
        text = "";
      }
    }
  }
  if (text !== "") pieces.push(Buffer.from(text));
  return pieces;
}
