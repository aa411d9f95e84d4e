import { takeFrame } from "../frame/take-frame.ts";
import type { LoadedMessage, State, Timeline } from "../state/state.ts";
import { putKept } from "../storage/kept-state.ts";
import type { Client } from "./client.ts";
import { whenIdle } from "./when-idle.ts";

/** Browsers may not finish what is begun when a page is left. */
const keepEveryMs = 3000;
const mostTimelines = 40;
const mostMessages = 100;

/** Keeps the state of a client for the next visit: from time to time, and when the page is left. */
export function keepState(client: Client): void {
  let last: State | undefined;
  let address = "";
  const keep = () => {
    const state = client.state.peek();
    if (state === last && location.hash === address) return;
    if (client.connection.peek() !== "live" || client.isSpectator) return;
    last = state;
    address = location.hash;
    const kept = shortened(state);
    void putKept(kept, takeFrame(kept, client.route.peek())).then(() => {
      client.kept.value = state;
    });
  };
  setInterval(() => {
    // The next visit is shown what was looked at last, in whichever tab that was.
    if (!document.hidden) whenIdle(keep);
  }, keepEveryMs);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) keep();
  });
  addEventListener("pagehide", keep);
}

/** Leaves out what will be old at the next visit, and all but the newest messages of what was opened last. */
function shortened(state: State): State {
  const timelines = [...state.timelines]
    .filter(([, { narrow }]) => narrow.kind !== "search")
    .slice(-mostTimelines)
    .map(([name, timeline]) => [name, newestOf(timeline)] as const);
  const messages = new Map<number, LoadedMessage>();
  for (const [, { ids }] of timelines)
    for (const id of ids) {
      const message = state.messages.get(id);
      if (message !== undefined) messages.set(id, message);
    }
  const passing = { presences: new Map(), typing: new Map() };
  return { ...state, ...passing, messages, timelines: new Map(timelines) };
}

function newestOf(timeline: Timeline): Timeline {
  const { foundOldest, ids } = timeline;
  const rest = ids.slice(-mostMessages);
  return { ...timeline, ids: rest, foundOldest: foundOldest && rest.length === ids.length };
}
