import type { Example } from "@team-chat/contract";

import type { Schema } from "./schema-text.ts";

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly content?: Content;
}

export interface DescribedResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

/** Joins an operation of an OpenAPI document with its address. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly summary: string;
    readonly description?: string;
    readonly parameters?: readonly Parameter[];
    readonly requestBody?: { readonly content: Content };
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
    readonly "x-example"?: Example;
  };
}

/** Describes a field of what is sent or answered. */
export interface Field {
  readonly name: string;
  /** `path`, `query` or `form` of parameters, empty of what is answered. */
  readonly place: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Lists the parameters of an operation in the order of their declaration. */
export function inputsOf({ operation }: Described): readonly Field[] {
  const own = (operation.parameters ?? []).map(
    ({ content, description, in: place, name, required, schema }) => ({
      name,
      place,
      required,
      schema: {
        ...(schema ?? content?.["application/json"]?.schema),
        ...(description === undefined ? {} : { description }),
      },
    }),
  );
  const [form] = Object.values(operation.requestBody?.content ?? {}).toReversed();
  return [...own, ...fieldsIn(form?.schema ?? {}, "form")];
}

const envelope: ReadonlySet<string> = new Set(["result", "msg", "ignored_parameters_unsupported"]);

/** Lists the fields of a JSON answer beside those that every answer has. */
export function outputsOf({ operation }: Described): readonly Field[] {
  const schema = operation.responses["200"]?.content?.["application/json"]?.schema;
  return fieldsIn(schema ?? {}, "").filter(({ name }) => !envelope.has(name));
}

/** Lists the fields of an object. */
export function fieldsIn(schema: Schema, place: string): readonly Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    place,
    required: schema.required?.includes(name) ?? false,
    schema: field,
  }));
}
