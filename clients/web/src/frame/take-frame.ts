import type { Route } from "../narrow/address.ts";
import { narrowKey } from "../narrow/narrow.ts";
import type { State } from "../state/state.ts";
import type { Frame } from "./frame.ts";

/** Most characters of what is drawn: a screen of messages has 8,000, and what takes longer to read is no gain. */
const mostCharacters = 50_000;
/** What nobody but whoever looks now sees. */
const passing = ".outgoing, .toolbar, .suggestions, .uploads, .problem";

/**
 * Takes down what the next visit draws first out of a state that is kept: what a conversation opens with. Null where
 * something else is open, and where it would be too large.
 */
export function takeFrame({ timelines }: State, route: Route): Frame | null {
  const main = document.querySelector<HTMLElement>("#main");
  const list = main?.querySelector<HTMLElement>(":scope > .messages") ?? null;
  if (main === null || list === null || route.kind !== "narrow" || route.near !== null) return null;
  const { narrow } = route;
  const timeline = timelines.get(narrowKey(narrow));
  // Lines between the topics of a channel have colours and stay in sight, which a frame cannot.
  if (timeline === undefined || narrow.kind === "channel" || narrow.kind === "search") return null;
  const { firstUnread, ids } = timeline;
  const last = [...list.querySelectorAll<HTMLElement>("[data-id]")].at(-1)?.dataset["id"];
  // What is drawn may be what was open before, and a message that is being edited is a field.
  if (!ids.includes(Number(last)) || list.querySelector(".edit") !== null) return null;
  const start = firstUnread !== null && ids.includes(firstUnread) ? firstUnread : null;
  const { rows, style } = firstScreen(list, start);
  const body = cleaned(copyOf(main, list, rows)).outerHTML;
  if (body.length > mostCharacters) return null;
  return { address: location.hash, root: rootTag(), style: lookStyle() + style, body };
}

interface Screen {
  readonly rows: readonly Element[];
  /** Has the rows stand where they are seen when the list opens. */
  readonly style: string;
}

/** Finds what is seen of a list that opens at a message (`useScrolling`); null for the newest one. */
function firstScreen(list: HTMLElement, start: number | null): Screen {
  const { clientHeight, firstElementChild: feed, scrollHeight, scrollTop } = list;
  const box = list.getBoundingClientRect();
  const above = box.top - scrollTop;
  const topOf = (row: Element) => row.getBoundingClientRect().top - above;
  const end = scrollHeight - clientHeight;
  const first = start === null ? null : list.querySelector(`[data-id="${String(start)}"]`);
  const from = first === null ? end : topOf(first) - pixels(first, "scrollMarginTop");
  // Browsers scroll by whole pixels.
  const top = Math.min(end, Math.max(0, Math.round(from)));
  const rows = [...(feed?.children ?? [])].filter((row) => {
    const at = topOf(row);
    return at + row.clientHeight > top && at < top + clientHeight;
  });
  if (feed === null || rows[0] === undefined) return { rows, style: "" };
  if (top < end) {
    const margin = topOf(rows[0]) - top - pixels(feed, "paddingTop");
    return { rows, style: `[inert] .feed { margin-top: ${String(margin)}px }` };
  }
  // The end stays in sight in a window of another height, too.
  const margin = top + box.height - topOf(feed) - feed.getBoundingClientRect().height;
  return { rows, style: `${atEnd} [inert] .feed { margin-bottom: ${String(margin)}px }` };
}

const atEnd = "[inert] .messages { justify-content: end; overflow-y: scroll }";

function pixels(of: Element, property: "paddingTop" | "scrollMarginTop"): number {
  return Number.parseFloat(getComputedStyle(of)[property]);
}

/** Copies what is open, beside a list of conversations that is empty in the first frame of every visit. */
function copyOf(main: HTMLElement, list: HTMLElement, rows: readonly Element[]): HTMLElement {
  const app = document.createElement("div");
  app.className = "app";
  app.dataset["route"] = "narrow";
  const sidebar = document.createElement("div");
  sidebar.className = "sidebar";
  const pane = main.cloneNode() as HTMLElement;
  const feed = list.firstElementChild?.cloneNode() as HTMLElement;
  feed.append(...rows.map((row) => row.cloneNode(true)));
  const copied = list.cloneNode() as HTMLElement;
  copied.append(feed);
  for (const part of main.children)
    if (part === list) pane.append(copied);
    else if (part.matches(".pane-head, .compose")) pane.append(part.cloneNode(true));
  app.append(sidebar, pane);
  return app;
}

/** Removes what the next visit begins without, and styles of elements, which the policy of the page forbids. */
function cleaned(app: HTMLElement): HTMLElement {
  for (const one of app.querySelectorAll(passing)) one.remove();
  for (const one of app.querySelectorAll("[style]")) one.removeAttribute("style");
  for (const one of app.querySelectorAll("details")) one.open = false;
  for (const one of app.querySelectorAll(".typing")) one.textContent = "";
  // The client knows what was being written, and the field its own value.
  for (const one of app.querySelectorAll("textarea")) one.textContent = one.value;
  return app;
}

function rootTag(): string {
  const root = document.documentElement.cloneNode() as HTMLElement;
  root.removeAttribute("style");
  return root.outerHTML.replace("</html>", "");
}

/** Repeats the sizes that a person has chosen, which the client sets where the policy lets only scripts. */
function lookStyle(): string {
  const { style } = document.documentElement;
  const names = ["--size", "--line-height"];
  return `:root { ${names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; ")} } `;
}
