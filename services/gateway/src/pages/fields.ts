import { html, type Html, inline } from "@team-chat/html";

import { type Field, fieldsIn } from "./described.ts";
import { limitTexts } from "./schema-limits.ts";
import { fieldsOf, type Schema, typeText } from "./schema-text.ts";

/** Limits how deep objects within objects are shown; below it only their type is. */
const maxDepth = 3;

/** Lists fields with types, limits and meanings, and the fields of objects below them. */
export function fieldList(fields: readonly Field[], depth = 0): Html {
  return html`<dl class="fields">${fields.map((field) => fieldItem(field, depth))}</dl>`;
}

function fieldItem({ name, place, required, schema }: Field, depth: number): Html {
  const description = schema.description ?? "";
  return html`<div>
    <dt>
      <code class="name">${name}</code> <span class="type">${typeText(schema)}</span>${need(
        place,
        required,
      )}
    </dt>
    <dd>
      ${description === "" ? html`` : html`<p>${inline(description)}</p>`}${limits(schema)}${nested(
        schema,
        depth,
      )}
    </dd>
  </div>`;
}

function need(place: string, required: boolean): Html {
  if (place === "path") return html` <span class="need">in the path</span>`;
  if (place === "") return required ? html`` : html` <span class="soft">not always there</span>`;
  return required ? html` <span class="need">required</span>` : html``;
}

function limits(schema: Schema): Html {
  const texts = limitTexts(schema);
  return texts.length === 0 ? html`` : html`<p class="limits">${texts.join(" · ")}</p>`;
}

function nested(schema: Schema, depth: number): Html {
  const object = fieldsOf(schema);
  if (object === undefined || depth >= maxDepth) return html``;
  const fields = fieldsIn(object, "");
  return html`<details>
    <summary>${fields.length} ${fields.length === 1 ? "field" : "fields"}</summary>
    ${fieldList(fields, depth + 1)}
  </details>`;
}
