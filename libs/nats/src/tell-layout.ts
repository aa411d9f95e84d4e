import { setTimeout as delay } from "node:timers/promises";

import { type Layout, layoutAskSubject, layoutSubject } from "@team-chat/contract";

import type { Nats } from "./connect.ts";
import { layoutKey } from "./durables.ts";
import { followEntry } from "./follow-entry.ts";
import { foreignLayout, learnLayout, parseLayoutNote } from "./layouts.ts";

/** Layout that a process of a service says it has. */
export interface AnnouncedLayout {
  readonly service: string;
  readonly layout: string;
}

interface TellOptions {
  readonly service: string;
  readonly layout: Layout;
  /** Called when processes may not have the layout any more. */
  readonly onForeign: (error: Error) => void;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Says which layout a process has whenever somebody asks, and follows which one is noted, until the signal aborts.
 * Resolves when it would be heard: a process that reads what is noted after that is known to whoever asks, or reads
 * what was noted before they asked.
 */
export async function tellLayout(nats: Nats, options: TellOptions): Promise<void> {
  const { layout, onError, onForeign, service, signal } = options;
  const announced: AnnouncedLayout = { service, layout: layout.text };
  const questions = nats.subscribe(layoutAskSubject(), {
    callback: (error) => {
      if (error) onError(error);
      else nats.publish(layoutSubject(), JSON.stringify(announced));
    },
  });
  signal.addEventListener("abort", () => questions.unsubscribe(), { once: true });
  await nats.flush();
  const onValue = (value: string) => {
    const note = parseLayoutNote(value);
    if (!learnLayout(layout, note)) onForeign(foreignLayout(layout, note));
  };
  followEntry(nats, { key: layoutKey, onValue, onError, signal }).catch(onError);
}

/** Asks all processes that run which layout they have, and waits so long for their answers. */
export async function askLayouts(
  nats: Nats,
  answersMs: number,
): Promise<readonly AnnouncedLayout[]> {
  const announced: AnnouncedLayout[] = [];
  const answers = nats.subscribe(layoutSubject(), {
    callback: (_error, message) => {
      announced.push(message.json<AnnouncedLayout>());
    },
  });
  nats.publish(layoutAskSubject());
  await delay(answersMs);
  answers.unsubscribe();
  return announced;
}
