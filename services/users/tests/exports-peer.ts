import { type ExportRecord, listExports, readExport, startExport } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { internalRoute } from "@team-chat/http";

/** Bytes of every archive; longer than what is asked for at once. */
export const archiveBytes = Buffer.alloc(2_500_000, "All of it, and in this order. ");

/** The export that the messages service tells of every organization. */
const madeExport: ExportRecord = {
  id: 7,
  type: "full_without_consent",
  actingUserId: null,
  state: "done",
  requestedAt: 1_700_000_000,
  cutAt: 1_700_000_001,
  finishedAt: 1_700_000_002,
  failedAt: null,
  deletedAt: null,
  tries: 1,
  kind: "",
  rows: 12,
  files: 1,
  bytes: archiveBytes.length,
  failure: "",
};

/** Operations of the messages service for the operator's exports, which note what they are to begin. */
export const exportRoutes = (asked: object[]) => [
  internalRoute(startExport, (_, __, input) => {
    asked.push(input);
    return { export: { ...madeExport, type: input.type } };
  }),
  internalRoute(listExports, () => ({
    exports: [{ ...madeExport, id: 6, state: "running" as const }, madeExport],
  })),
  internalRoute(readExport, (_, __, { first, id, last }) => {
    if (id !== madeExport.id) throw new AppError("NOT_FOUND", "There is no such archive.");
    return { bytes: [archiveBytes.subarray(first, last + 1)] };
  }),
];
