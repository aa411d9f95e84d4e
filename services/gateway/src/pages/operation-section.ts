import { html, type Html, inline, prose } from "./html.ts";
import { fieldsOf, type Schema, typeText } from "./schema-text.ts";

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly content?: Content;
}

/** One operation of an OpenAPI document with its address. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: {
    readonly operationId: string;
    readonly summary: string;
    readonly description?: string;
    readonly parameters?: readonly Parameter[];
    readonly requestBody?: { readonly content: Content };
    readonly responses: Readonly<
      Record<string, { readonly description: string; readonly content?: Content }>
    >;
    readonly security?: readonly Readonly<Record<string, unknown>>[];
  };
}

interface Row {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** How many objects within objects are shown before only the type is. */
const maxDepth = 3;

/** An operation's part of the API page. */
export function operationSection(described: Described, origin: string): Html {
  const { method, operation, path } = described;
  const { description, operationId, responses, summary } = operation;
  const rows = inputRows(described);
  return html`<section class="operation" id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="address">
      <b class="${method.toLowerCase()}">${method}</b> <code>${path}</code>
      <span class="auth">${authText(described)}</span>
    </p>
    ${description === undefined ? html`` : prose(description)}
    ${rows.length === 0 ? html`<p class="none">No parameters.</p>` : table("Parameters", rows)}
    ${outputTable(responses["200"]?.content)} ${errorList(responses)}
    <details>
      <summary>Example</summary>
      <pre>${example(described, rows, origin)}</pre>
    </details>
  </section> `;
}

function inputRows({ operation }: Described): Row[] {
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
  const form = operation.requestBody?.content["application/x-www-form-urlencoded"]?.schema;
  return [...own, ...rowsOf(form ?? {}, "form")];
}

function rowsOf(schema: Schema, place: string): Row[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    place,
    required: schema.required?.includes(name) ?? false,
    schema: field,
  }));
}

const envelope = new Set(["result", "msg", "ignored_parameters_unsupported"]);

function outputTable(content: Content | undefined): Html {
  const fields = rowsOf(content?.["application/json"]?.schema ?? {}, "");
  const rows = fields.filter(({ name }) => !envelope.has(name));
  return rows.length === 0
    ? html``
    : html`<details>
        <summary>Answer</summary>
        ${table("", rows)}
      </details>`;
}

function table(caption: string, rows: readonly Row[]): Html {
  return html`<table>
    ${
      caption === ""
        ? html``
        : html`<caption>
            ${caption}
          </caption>`
    }
    <tbody>
      ${rows.map((row) => tableRow(row, 0))}
    </tbody>
  </table>`;
}

function tableRow({ name, place, required, schema }: Row, depth: number): Html {
  const mark = place === "" || required ? html`` : html` <i>optional</i>`;
  const where = place === "path" ? html` <i>in the path</i>` : html``;
  const fallback =
    schema.default === undefined
      ? html``
      : html` (default <code>${JSON.stringify(schema.default)}</code>)`;
  return html`<tr>
    <th scope="row"><code>${name}</code>${where}${place === "path" ? html`` : mark}</th>
    <td class="type">${typeText(schema)}</td>
    <td>${inline(schema.description ?? "")}${fallback}${nested(schema, depth)}</td>
  </tr>`;
}

function nested(schema: Schema, depth: number): Html {
  const object = fieldsOf(schema);
  if (object === undefined || depth >= maxDepth) return html``;
  const rows = rowsOf(object, "").map((row) => tableRow(row, depth + 1));
  return html`<details>
    <summary>Fields</summary>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}

function errorList(responses: Described["operation"]["responses"]): Html {
  const errors = Object.entries(responses).filter(([status]) => status !== "200");
  const items = errors.map(
    ([status, { description }]) => html`<li><b>${status}</b> ${description}</li>`,
  );
  return html`<details>
    <summary>Errors</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}

function authText({ operation }: Described): string {
  const kinds = operation.security ?? [];
  if (kinds.length === 0) return "no authentication";
  return kinds.length === 1 ? "authentication" : "authentication optional";
}

function example(
  { method, operation, path }: Described,
  rows: readonly Row[],
  origin: string,
): string {
  const fields = rows.filter(({ place, required }) => place !== "path" && required);
  const options = [
    method === "GET" ? "-G" : `-X ${method}`,
    ...((operation.security ?? []).length === 0 ? [] : ["-u EMAIL:API_KEY"]),
    ...fields.map(({ name, schema }) => `--data-urlencode '${name}=${sample(schema)}'`),
  ];
  return ["curl", ...options, `'${origin}/api/v1${path}'`].join(" \\\n  ");
}

function sample(schema: Schema): string {
  if (schema.enum !== undefined) return String(schema.enum[0]);
  const type = typeText(schema);
  if (type.startsWith("integer")) return "1";
  if (type.startsWith("boolean")) return "true";
  if (type.endsWith("[]") || type.startsWith("(")) return "[]";
  return type.startsWith("string") ? "…" : "{}";
}
