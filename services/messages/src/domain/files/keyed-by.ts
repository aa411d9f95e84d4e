import { type ProofKeys, proofKeys } from "@team-chat/proof";

import { temporaryTokens, type TemporaryTokens } from "./temporary-tokens.ts";

/** An hour (docs/legal-holds.md#asking-for-an-export). */
const archiveLinkMs = 3_600_000;

/** Whatever is signed with the keys that all processes share. */
export interface Keyed {
  /** Of a file by its path, and the user who asked for the address, which is void once that user is deactivated. */
  readonly fileTokens: TemporaryTokens<readonly [pathId: string, makerId: number]>;
  /** Of an export of a legal hold, and the owner who asked for the address. */
  readonly archiveTokens: TemporaryTokens<readonly [realmId: number, id: number, ownerId: number]>;
  /** Keys that sign what is exported. */
  readonly proofKeys: ProofKeys;
}

/** Makes what is signed with the keys (`IDENTITY_KEY`). */
export function keyedBy(keys: string): Keyed {
  return {
    fileTokens: temporaryTokens({ keys, label: "file", validMs: 60_000 }),
    archiveTokens: temporaryTokens({ keys, label: "hold archive", validMs: archiveLinkMs }),
    proofKeys: proofKeys(keys),
  };
}
