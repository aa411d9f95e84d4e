import {
  beginOperatorHold,
  endOperatorHold,
  type HoldExportRecord,
  type HoldRecord,
  listHoldExports,
  listOperatorHolds,
  noteHoldDownload,
  readHoldExport,
  removeHoldExport,
  startHoldExport,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { internalRoute } from "@team-chat/http";

import { archiveBytes } from "../exports-peer.ts";
import type { Outage } from "./outage.ts";

/** The hold that the messages service tells of every organization. */
const hold: HoldRecord = {
  id: 4,
  userId: null,
  channelId: 3,
  reason: "Case 7",
  begunBy: null,
  begunKey: "console",
  begunAt: 1_700_000_000,
  endedBy: 9,
  endedKey: null,
  endedAt: 1_700_000_009,
};

const made: HoldExportRecord = {
  id: 7,
  holdId: 4,
  askedBy: null,
  askedKey: "console",
  state: "done",
  requestedAt: 1_700_000_000,
  cutAt: 1_700_000_001,
  endedAt: 1_700_000_002,
  tries: 1,
  kind: "",
  rows: 12,
  files: 1,
  bytes: archiveBytes.length,
  failure: "",
  root: "ab",
};

/** Operations of the messages service for operators' holds, which note what they are asked for before they fail. */
export function holdRoutes(asked: object[], outage: Outage) {
  const noted = <T>(operation: string, answer: T) => {
    return (_: unknown, __: unknown, input: object) => {
      asked.push({ operation, ...input });
      if (outage.error !== null) throw outage.error;
      return answer;
    };
  };
  return [
    internalRoute(listOperatorHolds, noted("list", { holds: [hold] })),
    internalRoute(beginOperatorHold, noted("begin", { id: 4 })),
    internalRoute(endOperatorHold, noted("end", {})),
    internalRoute(startHoldExport, noted("export", { export: { ...made, state: "waiting" } })),
    internalRoute(listHoldExports, () => ({
      exports: [{ ...made, id: 6, state: "running" as const }, made],
    })),
    internalRoute(removeHoldExport, noted("remove", {})),
    internalRoute(noteHoldDownload, noted("download", {})),
    internalRoute(readHoldExport, (_, __, { first, id, last }) => {
      if (id !== made.id) throw new AppError("NOT_FOUND", "There is no such archive.");
      return { bytes: [archiveBytes.subarray(first, last + 1)] };
    }),
  ];
}
