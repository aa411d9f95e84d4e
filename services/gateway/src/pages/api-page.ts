import type { OpenApiDocument } from "@team-chat/contract";

import { html, type Html, inline, prose } from "./html.ts";
import { operationSection, type Described } from "./operation-section.ts";
import { style } from "./style.ts";

interface Listed extends Described {
  readonly tag: string;
}

/** The API page: everything the OpenAPI document says, as one HTML document that needs nothing else. */
export function apiPage(document: OpenApiDocument, origin: string): string {
  const listed = list(document);
  const groups = [...Map.groupBy(listed, ({ tag }) => tag)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Team Chat API</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <nav aria-label="Operations">
          <a class="home" href="#top">Team Chat API</a>
          ${groups.map(([tag, operations]) => group(tag, operations))}
        </nav>
        <main id="top">
          <h1>Team Chat API</h1>
          <p class="lead">
            Version ${String(document.info["version"])}. Also as an
            <a href="/api/v1/openapi.json">OpenAPI document</a>.
          </p>
          ${conventions(origin)}
          ${groups.map(
            ([tag, operations]) =>
              html`<h2 id="${tag}">${title(tag)}</h2>
                ${operations.map((one) => operationSection(one, origin))}`,
          )}
        </main>
      </body>
    </html> `;
  return page.text;
}

function list({ paths }: OpenApiDocument): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const operation = described as unknown as Described["operation"] & { tags?: string[] };
      return { path, method: method.toUpperCase(), operation, tag: operation.tags?.[0] ?? "other" };
    }),
  );
}

function group(tag: string, operations: readonly Listed[]): Html {
  const links = operations.map(
    ({ method, operation, path }) =>
      html`<li>
        <a href="#${operation.operationId}" title="${operation.summary}"
          ><b class="${method.toLowerCase()}">${method}</b> ${path}</a
        >
      </li>`,
  );
  return html`<details open>
    <summary>${title(tag)}</summary>
    <ul>
      ${links}
    </ul>
  </details>`;
}

function title(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1);
}

function conventions(origin: string): Html {
  const rules = [
    "All addresses are below `/api/v1`. The host name says which organization is meant.",
    "Authentication is HTTP Basic: an e-mail address and its API key. `POST /fetch_api_key` gives a key for a password.",
    "Parameters go into the query of `GET`, and into a form body (`application/x-www-form-urlencoded` or `multipart/form-data`) of everything else. Numbers, booleans, lists and objects are written as JSON.",
    "Every answer is a JSON object with `result`, `success` or `error`, and `msg`. Errors have a `code`. Parameters that an operation does not know are named in `ignored_parameters_unsupported`.",
    "Times are whole seconds since 1970, UTC.",
    "A 429 or 503 says in `Retry-After` when to try again; `X-RateLimit-Remaining` says how many requests are left.",
  ];
  const example = `curl -u you@example.com:YOUR_API_KEY ${origin}/api/v1/users/me`;
  return html`<section class="conventions">
    <ul>
      ${rules.map((rule) => html`<li>${inline(rule)}</li>`)}
    </ul>
    <pre>${example}</pre>
    ${prose("Receive events: register a queue with `POST /register`, then call `GET /events` in a loop with the largest event id seen.")}
  </section>`;
}
