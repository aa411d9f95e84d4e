import { call, Refusal } from "../api/call.ts";
import { getEvents, getOwnUser } from "../api/operations.ts";
import { register, registerAfterVisit } from "../api/register.ts";
import { build } from "../build.ts";
import { after } from "./after.ts";
import { leadAloneBy } from "./lead-alone.ts";
import { Patience } from "./patience.ts";
import { type QueuedEvent, type Replica, replicaOf } from "./replica.ts";
import { type Listeners, SharedQueue, type Surroundings } from "./shared-queue.ts";
import { tabId } from "./tab-id.ts";
import type { TabMessage } from "./tab-messages.ts";

/** Longer than the server lets a poll wait, so that a connection that has died unnoticed is given up. */
const pollTimeoutMs = 100_000;
/** Longer than a tab is busy that is not frozen. */
const patienceMs = 3000;
/** How often a tab that is looked at makes sure that its leader lives. */
const checkEveryMs = 30_000;
/** How often people without an account are shown what is new. */
const lookAroundMs = 60_000;

type Leading = Pick<Surroundings, "leadAlone" | "listen" | "tell">;

/** Keeps this tab up with the server, together with the other tabs of this build, for ever. */
export async function joinTabs(listeners: Listeners): Promise<never> {
  const patience: Patience = new Patience(() => {
    queue.troubled();
  });
  let ask = registerAfterVisit;
  const queue = new SharedQueue(
    {
      ...(isSecureContext ? leading() : alone),
      tabId,
      persist: (work, end) => patience.persist(work, end),
      hurry: () => {
        patience.wake();
      },
      patience: () => after(patienceMs),
      register: async () => {
        const data = await ask();
        ask = register;
        return data;
      },
      poll,
      askWhoIAm: async () => (await call(getOwnUser, {})).user_id,
    },
    listeners,
  );
  const check = () => {
    if (!document.hidden) void queue.check();
  };
  document.addEventListener("visibilitychange", check);
  addEventListener("pageshow", check);
  setInterval(check, checkEveryMs);
  await queue.run();
  return lookAround(patience, listeners);
}

/** Asks again what there is, whenever somebody may look: people without an account have no queue. */
async function lookAround(patience: Patience, listeners: Listeners): Promise<never> {
  const { signal } = new AbortController();
  for (;;) {
    do await patience.wait(lookAroundMs);
    while (document.hidden);
    const data = await patience.persist(register, signal);
    listeners.onReplica(replicaOf(data));
    listeners.onConnection("live");
  }
}

/** Shares a queue with tabs of the same build alone: others may understand events otherwise. */
function leading(): Leading {
  const name = `queue:${build}`;
  const channel = new BroadcastChannel(name);
  return {
    tell: (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are of one origin
      channel.postMessage(message);
    },
    listen: (hear) => {
      channel.addEventListener("message", ({ data }) => {
        hear(data as TabMessage);
      });
    },
    leadAlone: leadAloneBy(navigator.locks, name),
  };
}

/** Browsers let tabs agree on nothing over plain HTTP, so that each has a queue of its own there. */
const alone: Leading = {
  tell: () => undefined,
  listen: () => undefined,
  leadAlone: (work) => work(new AbortController().signal),
};

/** Returns the next events; null when the queue is lost. */
async function poll(
  { lastEventId, queueId }: Replica,
  end: AbortSignal,
): Promise<readonly QueuedEvent[] | null> {
  const asked = { queue_id: queueId, last_event_id: lastEventId };
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(pollTimeoutMs), end]);
    const { events } = await call(getEvents, asked, { signal });
    return events as unknown as readonly QueuedEvent[];
  } catch (error) {
    // The second when a leader that went has acknowledged what this tab has not heard.
    if (error instanceof Refusal && lost.has(error.code)) return null;
    throw error;
  }
}

const lost = new Set(["BAD_EVENT_QUEUE_ID", "BAD_REQUEST"]);
