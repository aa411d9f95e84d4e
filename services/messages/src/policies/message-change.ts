import { createHash } from "node:crypto";

import { AppError } from "@team-chat/errors";

import { normaliseContent, normaliseTopic } from "./message-text.ts";

/** Choice of the messages of a topic that move together. */
export type PropagateMode = "change_one" | "change_later" | "change_all";

interface Before {
  readonly channelId: number | null;
  readonly topic: string;
  readonly content: string;
}

interface Given {
  readonly content?: string | undefined;
  readonly topic?: string | undefined;
  readonly stream_id?: number | undefined;
  readonly prev_content_sha256?: string | undefined;
  readonly propagate_mode: PropagateMode;
}

/** Changes that a request makes to a message; null where nothing changes. */
export interface MessageChange {
  readonly content: string | null;
  readonly topic: string | null;
  readonly channelId: number | null;
  readonly mode: PropagateMode;
}

/** Content of an emptied message. */
const emptied = "(deleted)";

/** @throws BAD_REQUEST, EXPECTATION_MISMATCH for a combination that makes no sense */
export function parseChange(before: Before, given: Given): MessageChange {
  checkExpectation(before, given);
  checkCombination(before, given);
  const content =
    given.content === undefined
      ? null
      : normaliseContent(given.content.trim() === "" ? emptied : given.content);
  const topic = given.topic === undefined ? null : normaliseTopic(given.topic);
  const channelId = given.stream_id ?? null;
  return {
    content: content === before.content ? null : content,
    topic: topic === before.topic ? null : topic,
    channelId: channelId === before.channelId ? null : channelId,
    mode: given.propagate_mode,
  };
}

function checkExpectation(before: Before, { content, prev_content_sha256: expected }: Given): void {
  if (content === undefined || expected === undefined) return;
  const actual = createHash("sha256").update(before.content).digest("hex");
  if (actual === expected.toLowerCase()) return;
  const name = "prev_content_sha256";
  throw new AppError("EXPECTATION_MISMATCH", `'${name}' value does not match the expected value.`, {
    details: { field_name: name },
  });
}

function checkCombination({ channelId }: Before, given: Given): void {
  const { content, topic, stream_id: target } = given;
  if (content === undefined && topic === undefined && target === undefined)
    throw refused("Nothing to change");
  if (channelId === null) {
    if (target !== undefined) throw refused("Direct messages cannot be moved to channels.");
    if (topic !== undefined) throw refused("Direct messages cannot have topics.");
  }
  if (given.propagate_mode !== "change_one" && topic === undefined && target === undefined)
    throw refused("Invalid propagate_mode without topic edit");
  if (content !== undefined && target !== undefined && target !== channelId)
    throw refused("Cannot change message content while changing channel");
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
