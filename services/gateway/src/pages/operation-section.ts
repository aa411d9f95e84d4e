import { html, type Html, inline, prose } from "@team-chat/html";

import { type Described, type DescribedResponse, inputsOf, outputsOf } from "./described.ts";
import { answerText, commandText } from "./example-text.ts";
import { fieldList } from "./fields.ts";

/** Folds parameters away when there are more than this. */
const manyParameters = 15;

/** Makes the part of a page that describes an operation. */
export function operationSection(described: Described, origin: string): Html {
  const { method, operation, path } = described;
  const { description, operationId, summary } = operation;
  return html`<section class="operation" id="${operationId}">
    <h2>
      <a href="#${operationId}">${summary}</a>
    </h2>
    <p class="address">${methodMark(method)} <code>/api/v1${path}</code></p>
    ${description === undefined ? html`` : prose(description)}
    <p class="auth">${authText(described)}</p>
    ${parameters(described)} ${answer(described)} ${errors(described)} ${example(described, origin)}
  </section> `;
}

/** Marks a method by its colour. */
export function methodMark(method: string): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`;
}

function parameters(described: Described): Html {
  const fields = inputsOf(described);
  if (fields.length === 0) return html`<p class="soft">No parameters.</p>`;
  if (fields.length <= manyParameters)
    return html`<h3>Parameters</h3>
      ${fieldList(fields)}`;
  return html`<h3>Parameters</h3>
    <details>
      <summary>All ${fields.length} parameters</summary>
      ${fieldList(fields)}
    </details>`;
}

function answer(described: Described): Html {
  const { responses } = described.operation;
  const types = Object.keys(responses["200"]?.content ?? {});
  if (responses["302"] !== undefined)
    return html`<h3>Answer</h3>
      <p>302 and another address in <code>Location</code>.</p>`;
  if (!types.includes("application/json"))
    return html`<h3>Answer</h3>
      <p>
        ${types.includes("*/*") ? "A file of any type" : inline(types.map((type) => `\`${type}\``).join(", "))}.
        A part of it, asked for with <code>Range</code>, comes with 206; a part that it does not
        have is refused with 416.
      </p>`;
  const fields = outputsOf(described);
  if (fields.length === 0) return html``;
  return html`<details>
    <summary>Answer: ${fields.length} ${fields.length === 1 ? "field" : "fields"}</summary>
    ${fieldList(fields)}
  </details>`;
}

function errors({ operation }: Described): Html {
  const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  const own = refusals.filter(
    ([, { $ref, content }]) => $ref === undefined && content !== undefined,
  );
  const others = refusals.filter(([, { $ref }]) => $ref !== undefined).map(([status]) => status);
  return html`<details>
    <summary>Errors</summary>
    <ul class="errors">
      ${own.map(([status, response]) => errorItem(status, response))}
      <li>${others.join(", ")} <a href="/docs#errors">as everywhere</a></li>
    </ul>
  </details>`;
}

function errorItem(status: string, { content, description = "" }: DescribedResponse): Html {
  const codes = content?.["application/json"]?.schema?.allOf?.at(-1)?.properties?.["code"]?.enum;
  const marks = (codes ?? []).map((code) => html`<code>${String(code)}</code> `);
  return html`<li><b>${status}</b> ${description} ${marks}</li>`;
}

function example(described: Described, origin: string): Html {
  const shown = described.operation["x-example"];
  if (shown === undefined) return html``;
  return html`<h3>Example</h3>
    <pre tabindex="0">${commandText(described, shown, origin)}</pre>
    <pre tabindex="0" class="answered">${answerText(shown)}</pre>`;
}

function authText({ operation }: Described): string {
  const kinds = operation.security ?? [];
  if (kinds.length === 0) return "No credentials needed.";
  const scope = kinds[0]?.["basic"]?.[0] ?? "all";
  const ofKeys = `An API key needs the scope ${scope}.`;
  return kinds.length === 1
    ? `Needs credentials. ${ofKeys}`
    : `Works without credentials too, where the organization lets everybody in. ${ofKeys}`;
}
