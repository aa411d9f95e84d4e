import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import type { Timeline } from "../../state/state.ts";
import { useAppContext } from "../app-context.ts";
import type { OpenNarrow } from "./use-narrow.ts";

/** Distance from an end, in pixels, at which more is loaded. */
const nearEnd = 600;
/** Distance from the bottom, in pixels, within which one stays at the bottom as messages come. */
const stickiness = 40;

interface Scrolled {
  readonly timeline: Timeline;
  readonly near: number | null;
  readonly open: Pick<OpenNarrow, "extend" | "loadNewest">;
  /** Number of messages that are on their way. */
  readonly outgoing: number;
  /** False as long as only what is seen of the list is drawn. */
  readonly isWhole: boolean;
}

interface Scrolling {
  /** True if one is far from the newest message. */
  readonly isAway: boolean;
  readonly onScroll: () => void;
  readonly toNewest: () => void;
}

/** Opens a list at its place, keeps it at the bottom while it is there, and loads more near its ends. */
export function useScrolling(
  box: RefObject<HTMLDivElement | null>,
  { isWhole, near, open, outgoing, timeline }: Scrolled,
): Scrolling {
  const isAtBottom = useRef(false);
  const isAway = useSignal(false);
  const { firstUnread, foundNewest, ids } = timeline;
  const toBottom = () => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  };
  const onScroll = () => {
    const list = box.current;
    if (list === null) return;
    const below = list.scrollHeight - list.scrollTop - list.clientHeight;
    isAtBottom.current = below < stickiness && foundNewest;
    isAway.value = !foundNewest || below > list.clientHeight;
    if (!isWhole) return;
    if (list.scrollTop < nearEnd) open.extend("older");
    if (below < nearEnd) open.extend("newer");
  };
  useLayoutEffect(() => {
    const start = near ?? firstUnread;
    const target =
      start === null ? null : box.current?.querySelector(`[data-id="${String(start)}"]`);
    if (target) target.scrollIntoView({ block: near === null ? "start" : "center" });
    else toBottom();
    onScroll();
  }, [near, isWhole]);
  const toNewest = () => {
    isAtBottom.current = true;
    if (!foundNewest) open.loadNewest();
    toBottom();
  };
  useLayoutEffect(() => {
    if (isAtBottom.current) toBottom();
  }, [ids.at(-1)]);
  const sent = useRef(outgoing);
  useLayoutEffect(() => {
    // Whoever writes wants to see it.
    if (outgoing > sent.current) toNewest();
    sent.current = outgoing;
  }, [outgoing]);
  useStaying(box, () => {
    if (isAtBottom.current) toBottom();
  });
  return { isAway: isAway.value, onScroll, toNewest };
}

/** Calls a function when the list or what is in it changes its height. */
function useStaying(box: RefObject<HTMLDivElement | null>, stay: () => void): void {
  useEffect(() => {
    // Pictures that come, and a box to write in that grows, must not push the newest message out of sight.
    const observer = new ResizeObserver(stay);
    if (box.current !== null) observer.observe(box.current);
    if (box.current?.firstElementChild) observer.observe(box.current.firstElementChild);
    return () => {
      observer.disconnect();
    };
  }, [box]);
}

/** Marks as read what has been on the screen of somebody who looks at it; what a search found is not read by that. */
export function useReading(
  box: RefObject<HTMLDivElement | null>,
  { ids, narrow }: Timeline,
  isWhole: boolean,
): void {
  const { reads } = useAppContext();
  const isSearch = narrow.kind === "search";
  const observer = useRef<IntersectionObserver | null>(null);
  useEffect(() => {
    if (isSearch) return;
    const seen = new Set<number>();
    const mark = () => {
      if (document.visibilityState === "visible" && document.hasFocus()) reads.read([...seen]);
    };
    observer.current = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const id = Number((target as HTMLElement).dataset["id"]);
          if (isIntersecting) seen.add(id);
          else seen.delete(id);
        }
        mark();
      },
      { root: box.current, threshold: 0.6 },
    );
    addEventListener("focus", mark);
    return () => {
      observer.current?.disconnect();
      removeEventListener("focus", mark);
    };
  }, [box, isSearch, reads]);
  useEffect(() => {
    for (const row of box.current?.querySelectorAll("[data-id]") ?? [])
      observer.current?.observe(row);
  }, [box, ids, isWhole]);
}
