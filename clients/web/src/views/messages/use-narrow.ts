import { type Signal, signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";

import { extendNarrow, openNarrow } from "../../actions/load-narrow.ts";
import { reasonOf } from "../../actions/reason.ts";
import { LaterTry } from "../../live/later-try.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import type { Narrow } from "../../state/conversation.ts";
import type { Timeline } from "../../state/state.ts";
import { useAppContext } from "../app-context.ts";

/** What the pane shows, and how to see more of it. */
export interface OpenNarrow {
  /** Undefined until something is loaded. */
  readonly timeline: Timeline | undefined;
  /** Why nothing was loaded the last time; empty otherwise. */
  readonly problem: string;
  readonly reload: () => void;
  /** Loads the newest messages in the place of those that are shown. */
  readonly loadNewest: () => void;
  /** Loads more at one end, if there is more and nothing is being loaded. */
  readonly extend: (side: "older" | "newer") => void;
}

/** Loads what the pane shows: when it is opened, when events were missed, as somebody scrolls, and after troubles. */
export function useNarrow(narrow: Narrow, near: number | null): OpenNarrow {
  const { client } = useAppContext();
  const problem = useMemo(() => signal(""), []);
  const guard = useMemo(() => new Guard(problem), [problem]);
  const timeline = client.state.value.timelines.get(narrowKey(narrow));
  const isLive = client.connection.value === "live";
  const isKnown = timeline !== undefined && !timeline.isStale;
  const hasNear = near === null || timeline?.ids.includes(near) === true;
  const start = narrow.kind === "search" ? "newest" : "first_unread";
  const reload = () => {
    guard.run(() => openNarrow(client, narrow, near ?? routeIn(timeline) ?? start));
  };
  // Not behind the next frame: the answer comes sooner so.
  useLayoutEffect(() => {
    if (isLive && !(isKnown && hasNear)) reload();
  }, [isLive, isKnown, near]);
  useEffect(
    () => () => {
      guard.end();
    },
    [guard],
  );
  const extend = (side: "older" | "newer") => {
    const isComplete = side === "older" ? timeline?.foundOldest : timeline?.foundNewest;
    if (isComplete === false && isKnown) guard.run(() => extendNarrow(client, narrow, side));
  };
  const loadNewest = () => {
    guard.run(() => openNarrow(client, narrow, "newest"));
  };
  return { timeline, problem: problem.value, reload, loadNewest, extend };
}

/** Reloads a place that events were missed of where it is on the screen, roughly. */
function routeIn(timeline: Timeline | undefined): number | null {
  if (timeline === undefined || timeline.foundNewest) return null;
  return timeline.ids[Math.floor(timeline.ids.length / 2)] ?? null;
}

/** Runs one load at a time, notes why the last one failed, and runs it again when that may pass. */
class Guard {
  readonly #problem: Signal<string>;
  readonly #later = new LaterTry();
  #isRunning = false;

  constructor(problem: Signal<string>) {
    this.#problem = problem;
  }

  run(load: () => Promise<void>): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    load()
      .then(
        () => {
          this.#problem.value = "";
          this.#later.done();
        },
        (error: unknown) => {
          this.#later.after(error, () => {
            this.run(load);
          });
          this.#problem.value = reasonOf(error);
        },
      )
      .finally(() => {
        this.#isRunning = false;
      });
  }

  /** Does not run anything again. */
  end(): void {
    this.#later.end();
  }
}
