import type { Answer } from "@team-chat/rpc";
import type { Cost } from "@team-chat/work";

/** Header by which an answer over HTTP tells another process of ours what the request took; clients never get it. */
export const costHeaderName = "x-cost";

/** Returns the header, its name and its value in turn; nothing for an answer without a cost. */
export function costHeader({ cost }: Pick<Answer, "cost">): readonly string[] {
  return cost === undefined ? [] : [costHeaderName, `${cost.processorUs} ${cost.databaseUs}`];
}

/** Reads the header; null when there is none. */
export function readCost(header: string | readonly string[] | undefined): Cost | null {
  const [, processorUs, databaseUs] = /^(\d+) (\d+)$/.exec(String(header)) ?? [];
  if (processorUs === undefined) return null;
  return { processorUs: Number(processorUs), databaseUs: Number(databaseUs) };
}
