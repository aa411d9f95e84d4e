import { applyDelta, type Delta, knownOf } from "@team-chat/delta";

import type { InitialData } from "../state/state.ts";

/** The initial data of a registration, as JSON without the braces around it, and its blocks (`@team-chat/delta`). */
export interface KeptData {
  readonly text: Uint8Array;
  readonly starts: Uint32Array;
  readonly known: string;
}

/** As many as the server takes (`textLimits.knownBlocks` of the contract). */
export const mostCharacters = 140_000;
const decoder = new TextDecoder();

/** What the first visit has. */
export const nothingKept: KeptData = {
  text: new Uint8Array(),
  starts: new Uint32Array(),
  known: "",
};

/**
 * Makes the initial data out of those that were kept and an answer that says what differs; null where the answer is of
 * other ones, and everything is to be asked for.
 */
export function initialDataOf(
  base: KeptData,
  answer: Readonly<Record<string, unknown>>,
): { readonly data: InitialData; readonly kept: KeptData } | null {
  const { initial_data_delta: delta, ...own } = answer;
  // A server of an older release answers everything.
  if (delta === undefined) return { data: own as unknown as InitialData, kept: nothingKept };
  const made = applyDelta(base, delta as Delta);
  if (made === null) return null;
  const { blocks, text } = made;
  const data = JSON.parse(`{${decoder.decode(text)}}`) as Readonly<Record<string, unknown>>;
  const known = knownOf(blocks.ids);
  return {
    data: { ...own, ...data } as unknown as InitialData,
    kept: known.length > mostCharacters ? nothingKept : { text, starts: blocks.starts, known },
  };
}
