import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";

import { afterFrame } from "../../live/after-frame.ts";
import type { Conversation, Room } from "../../state/conversation.ts";
import { useAppContext } from "../app-context.ts";

/** Everything that is being written, and what may be done with it. */
export interface Compose {
  /** Returns the conversation that a message goes to. */
  readonly where: () => Conversation;
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
  const { client, drafts, outbox, typing } = useAppContext();
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
  /** Changes the field itself: the next key may come before anything is drawn, and must find text and caret in place. */
  const change = (edit: (box: HTMLTextAreaElement) => void) => {
    const box = area.current;
    if (box === null) return;
    edit(box);
    write(box.value);
  };
  const replace = (start: number, insertion: string) => {
    change((box) => {
      box.setRangeText(insertion, start, box.selectionEnd, "end");
    });
  };
  const addLine = (line: string) => {
    change((box) => {
      const { length } = box.value;
      const isBegun = length > 0 && !box.value.endsWith("\n");
      const caret = box.selectionEnd === length ? "end" : "preserve";
      box.setRangeText(`${isBegun ? "\n" : ""}${line}\n`, length, length, caret);
    });
  };
  const send = () => {
    if (text.peek().trim() === "" || excess.peek() > 0) return;
    outbox.send(where(), text.peek());
    write("");
    area.current?.focus();
    afterFrame(() => {
      typing.stop();
    });
  };
  return { where, area, text, topic, excess, write, replace, addLine, send };
}
