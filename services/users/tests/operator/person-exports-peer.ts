import {
  listPersonExports,
  type PersonExportRecord,
  readPersonExport,
  removePersonExport,
  startPersonExport,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { internalRoute } from "@team-chat/http";

import { archiveBytes } from "../exports-peer.ts";

const made: PersonExportRecord = {
  id: 7,
  userId: 12,
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
};

/** Operations of the messages service for exports of people, which note what they are asked for. */
export function personExportRoutes(asked: object[]) {
  return [
    internalRoute(startPersonExport, (_, __, input) => {
      asked.push({ operation: "start", ...input });
      return { export: { ...made, userId: input.userId, state: "waiting" as const } };
    }),
    internalRoute(listPersonExports, () => ({
      exports: [{ ...made, id: 6, state: "running" as const }, made],
    })),
    internalRoute(removePersonExport, (_, __, input) => {
      asked.push({ operation: "remove", ...input });
      return {};
    }),
    internalRoute(readPersonExport, (_, __, { first, id, last }) => {
      if (id !== made.id) throw new AppError("NOT_FOUND", "There is no such archive.");
      return { bytes: [archiveBytes.subarray(first, last + 1)] };
    }),
  ];
}
