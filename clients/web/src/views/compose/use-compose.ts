import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";

import type { Conversation, Room } from "../../state/conversation.ts";
import { useDesk } from "../use-client.ts";

/** Everything that is being written, and what may be done with it. */
export interface Compose {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: ReadonlySignal<string>;
  /** Topic of a message to a channel of which no topic is open. */
  readonly topic: Signal<string>;
  /** How many characters are too many; negative for none. */
  readonly excess: ReadonlySignal<number>;
  /** Replaces the whole text. */
  readonly write: (text: string) => void;
  /** Puts a text in the place of what begins at `start` and ends at the caret. */
  readonly replace: (start: number, text: string) => void;
  /** Adds a line of its own. */
  readonly addLine: (line: string) => void;
  readonly send: () => void;
}

/** Keeps what is written for what is open; a message to a channel is a draft once it has a topic. */
export function useCompose(narrow: Room): Compose {
  const { client, drafts, outbox, typing } = useDesk();
  const area = useRef<HTMLTextAreaElement>(null);
  const topic = useSignal("");
  const text = useSignal(narrow.kind === "channel" ? "" : drafts.of(narrow));
  const where = (): Conversation =>
    narrow.kind === "channel"
      ? { kind: "topic", channelId: narrow.channelId, topic: topic.peek().trim() }
      : narrow;
  const excess = useComputed(
    () => Array.from(text.value).length - client.state.value.organization.maxMessageLength,
  );
  const write = (value: string) => {
    text.value = value;
    if (narrow.kind !== "channel" && value.trim() !== "") typing.wrote(narrow);
    if (narrow.kind !== "channel" || topic.peek() !== "") drafts.keep(where(), value);
  };
  const replace = (start: number, insertion: string) => {
    const value = text.peek();
    write(
      value.slice(0, start) + insertion + value.slice(area.current?.selectionEnd ?? value.length),
    );
    const caret = start + insertion.length;
    // The box has the new text after it is drawn again.
    requestAnimationFrame(() => area.current?.setSelectionRange(caret, caret));
  };
  const addLine = (line: string) => {
    const value = text.peek();
    write(value === "" || value.endsWith("\n") ? `${value}${line}\n` : `${value}\n${line}\n`);
  };
  const send = () => {
    if (text.peek().trim() === "" || excess.peek() > 0) return;
    typing.stop();
    outbox.send(where(), text.peek());
    write("");
    area.current?.focus();
  };
  return { area, text, topic, excess, write, replace, addLine, send };
}
