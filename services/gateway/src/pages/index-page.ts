import { html, type Html, inline } from "@team-chat/html";

import type { Chapter } from "./api-model.ts";
import { type Described, inputsOf } from "./described.ts";
import { layout } from "./layout.ts";
import { operationLink } from "./operation-link.ts";
import { methodMark } from "./operation-section.ts";

interface IndexParts {
  readonly chapters: readonly Chapter[];
  /** Begins the addresses in examples. */
  readonly origin: string;
  readonly version: string;
}

/** Makes the first page, which says how to call anything and lists every operation by noun. */
export function indexPage({ chapters, origin, version }: IndexParts): string {
  const main = html`<h1>Team Chat API</h1>
    <p class="lead">
      Version ${version}. Also as an <a href="/api/v1/openapi.json">OpenAPI document</a>.
    </p>
    <div class="rules">${basics(origin)}</div>
    <p id="found" role="status" hidden></p>
    <div class="chapters">${chapters.map(chapterPart)}</div>
    <div class="rules">${errors()}</div>`;
  return layout({ title: "Team Chat API", chapters, main });
}

function chapterPart({ doc, name, operations, title }: Chapter): Html {
  return html`<section class="chapter">
    <h2><a href="/docs/${name}">${title}</a></h2>
    <p>${doc}</p>
    <details>
      <summary>
        ${operations.length} ${operations.length === 1 ? "operation" : "operations"}
      </summary>
      <ul class="operations">
        ${operations.map((described) => operationItem(described, `/docs/${name}`))}
      </ul>
    </details>
  </section>`;
}

/** Lists an operation with the words that the search looks for beside its text. */
function operationItem(described: Described, page: string): Html {
  const { method, operation, path } = described;
  const words = [operation.operationId, ...inputsOf(described).map(({ name }) => name)].join(" ");
  return html`<li data-words="${words}">
    ${operationLink(described, page)} <span>${methodMark(method)} <code>${path}</code></span>
  </li>`;
}

const conventions = [
  "All addresses are below `/api/v1`. The host name says which organization is meant.",
  "Authentication is HTTP Basic: an e-mail address and its API key. `POST /fetch_api_key` gives a key for a password.",
  "Parameters go into the query of `GET` and `DELETE`, and into the body of everything else: a form (`application/x-www-form-urlencoded` or `multipart/form-data`), whose numbers, booleans, lists and objects are written as JSON, or a JSON object.",
  "Every answer but files and redirects is a JSON object with `result`, `success` or `error`, and `msg`. Parameters that an operation does not know are named in `ignored_parameters_unsupported`.",
  "Times are whole seconds since 1970, UTC.",
  "To receive events, register a queue with `POST /register`, then call `GET /events` in a loop with the largest event id seen.",
];

const aboutErrors =
  'An error has `"result": "error"`, `msg` for people and `code` for programs; some codes add fields. Any operation may answer with:';

const refusals = [
  ["400", "The request is wrong, or may not be carried out; `msg` names the parameter."],
  ["401", "There are no valid credentials, or the account or organization is deactivated."],
  [
    "404",
    "The address leads to nothing, for example with an id that is no whole number; or no organization has this host.",
  ],
  ["413", "The request is too long."],
  [
    "429",
    "There were too many requests. `Retry-After` says in how many seconds to try again, `X-RateLimit-Remaining` how many requests are left.",
  ],
  ["503", "A part of the server does not answer. `Retry-After` says when to try again."],
] as const;

function basics(origin: string): Html {
  return html`<h2 id="basics">Basics</h2>
    <ul>
      ${conventions.map((rule) => html`<li>${inline(rule)}</li>`)}
    </ul>
    <pre tabindex="0">curl -u EMAIL:API_KEY '${origin}/api/v1/users/me'</pre>`;
}

function errors(): Html {
  return html`<h2 id="errors">Errors</h2>
    <p>${inline(aboutErrors)}</p>
    <ul class="errors">
      ${refusals.map(([status, text]) => html`<li><b>${status}</b> ${inline(text)}</li>`)}
    </ul>`;
}
