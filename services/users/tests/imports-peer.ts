import {
  addArchivePiece,
  endImport,
  findImport,
  type ImportRecord,
  startImport,
} from "@team-chat/contract";
import { internalRoute } from "@team-chat/http";

/** The import that the messages service tells of every organization. */
const record: ImportRecord = {
  state: "running",
  requestedAt: 1_700_000_000,
  finishedAt: null,
  failedAt: null,
  bytes: 0,
  kind: "messages",
  rows: 3,
  allRows: 12,
  files: 0,
  allFiles: 1,
  failure: "",
};

/** Operations of the messages service for the operator's imports, which note what they are to begin or end. */
export const importRoutes = (asked: object[]) => [
  internalRoute(addArchivePiece, (_, __, { base64, offset }) => ({
    import: { ...record, bytes: offset + Buffer.from(base64, "base64").length },
  })),
  internalRoute(startImport, (_, __, input) => {
    asked.push(input);
    const { source } = input;
    return { import: { ...record, kind: source === null ? "" : `export ${source.exportId}` } };
  }),
  internalRoute(findImport, () => ({ import: record })),
  internalRoute(endImport, (_, __, input) => {
    asked.push(input);
    return {};
  }),
];
