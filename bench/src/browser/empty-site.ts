import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const built = path.join(import.meta.dirname, "../../../clients/web/dist");
const rows = 60;

/**
 * Serves a page of the same bytes as the web client, and isolated as that is, which does nothing but hold a list and a
 * field.
 */
export async function startEmptySite(resources: AsyncDisposableStack): Promise<URL> {
  const page = await readFile(path.join(built, "index.html"), "utf8");
  const sizes = { js: await sizeOf(page, ".js"), css: await sizeOf(page, ".css") };
  const files = new Map([
    ["/", { type: "text/html", body: html, cache: "no-cache" }],
    ["/app.js", { type: "text/javascript", body: filled(script, sizes.js), cache: forEver }],
    ["/app.css", { type: "text/css", body: filled("", sizes.css), cache: forEver }],
    ["/rows", { type: "application/json", body: JSON.stringify(rowsOf("b")), cache: "no-store" }],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? "/", "http://localhost").pathname);
    if (file === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { ...isolated, "content-type": file.type, "cache-control": file.cache })
        .end(file.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  resources.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return new URL(`http://localhost:${(server.address() as AddressInfo).port}/`);
}

/** Has the browser make a process for the page, as it must for the client. */
const isolated = { "cross-origin-opener-policy": "same-origin", "origin-agent-cluster": "?1" };
const forEver = "public, max-age=31536000, immutable";
const html = `<!doctype html><link rel="stylesheet" href="/app.css"><body>
  <div style="height:400px;overflow:auto" id="list"></div><textarea id="field"></textarea>
  <script type="module" src="/app.js"></script>`;
/** Draws rows by the address and lines by Enter. */
const script = `
  const list = document.querySelector("#list");
  const field = document.querySelector("#field");
  const draw = (rows) => { list.innerHTML = rows.join(""); };
  const kept = { a: ${JSON.stringify(rowsOf("a"))}, b: ${JSON.stringify(rowsOf("b"))} };
  globalThis.show = (name) => draw(kept[name]);
  globalThis.load = async () => draw(await (await fetch("/rows")).json());
  globalThis.fill = (count) => draw(Array.from({ length: count }, (_, n) => "<p>many " + n + "</p>"));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const line = document.createElement("p");
    line.className = "sent";
    line.textContent = field.value;
    list.append(line);
    list.scrollTop = list.scrollHeight;
    field.value = "";
  });
  show("a");
  field.dataset.ready = "yes";
`;

function rowsOf(name: string): readonly string[] {
  return Array.from(
    { length: rows },
    (_, at) =>
      `<article class="${name}"><b>Somebody</b> <time>12:00</time><p>Lunch at noon, or does anybody need more time for number ${at}?</p></article>`,
  );
}

/** Fills a script or style up to a size, with what no compression makes smaller. */
function filled(code: string, bytes: number): string {
  const rest = Math.max(0, bytes - code.length - 4);
  return `${code}/*${randomBytes(rest).toString("base64").slice(0, rest)}*/`;
}

async function sizeOf(page: string, ending: string): Promise<number> {
  const names = new Set(await readdir(path.join(built, "app")));
  let sum = 0;
  for (const [, name = ""] of page.matchAll(/"\/app\/([^"]+)"/g))
    if (name.endsWith(ending) && names.has(`${name}.br`))
      sum += (await stat(path.join(built, "app", `${name}.br`))).size;
  return sum;
}
