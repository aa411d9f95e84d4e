import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";

import { reasonOf } from "../actions/reason.ts";
import { LaterTry } from "../live/later-try.ts";
import type { ServerEvent } from "../state/state.ts";
import { useAppContext } from "./app-context.ts";

/** Something that is loaded when it is looked at. */
export interface Loaded<T> {
  /** Null until it is there. */
  readonly value: Signal<T | null>;
  /** Why it could not be loaded; empty otherwise. */
  readonly problem: Signal<string>;
  /** Loads it once more, for whoever saw that it could not be. */
  readonly reload: () => void;
}

/**
 * Loads something when the view is shown first, again after each event that changes it and after a lost queue, and
 * later when a trouble passes that kept it from being loaded.
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  isChangedBy: (event: ServerEvent) => boolean = () => false,
): Loaded<T> {
  const { client } = useAppContext();
  const value = useSignal<T | null>(null);
  const problem = useSignal("");
  const newest = useRef(0);
  const later = useMemo(() => new LaterTry(), []);
  const reload = () => {
    newest.current += 1;
    const own = newest.current;
    // An answer that comes behind a later one would show what was before.
    const ifNewest = (use: () => void) => {
      if (own === newest.current) use();
    };
    load().then(
      (loaded) => {
        ifNewest(() => {
          value.value = loaded;
          problem.value = "";
          later.done();
        });
      },
      (error: unknown) => {
        ifNewest(() => {
          later.after(error, reload);
          problem.value = reasonOf(error);
        });
      },
    );
  };
  useEffect(() => {
    reload();
    const ends = [
      client.onRegister(reload),
      client.onEvent((event) => {
        if (isChangedBy(event)) reload();
      }),
    ];
    return () => {
      newest.current = -1;
      later.end();
      for (const end of ends) end();
    };
  }, []);
  return { value, problem, reload };
}
