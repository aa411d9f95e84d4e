import {
  auditHeadOperations,
  expiringOperations,
  exportedRowsOperations,
  fetchLinkedPage,
  getChannelsState,
  getChannelsVersion,
  getUsersState,
  listConsenting,
  moveTopicPreferences,
  noteAcquaintance,
  personRowsOperations,
  setTopicVisibilityFor,
} from "@team-chat/contract";
import { createServiceApp, internalRoute, listen } from "@team-chat/http";
import type { IdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";

import type { Pages } from "./pages.ts";
import { RealmData } from "./realm-data.ts";

const logger = createLogger({ service: "test", level: "silent" });

/** Starts fake users and channels services that answer with the data, and a fake webhooks service with the pages. */
export async function startPeers(
  data: ReadonlyMap<number, RealmData>,
  pages: Pages,
  signer: IdentitySigner,
) {
  const of = (realmId: number) => data.get(realmId) ?? new RealmData(realmId);
  const app = createServiceApp({
    service: "peers",
    ctx: {},
    signer,
    logger,
    routes: [],
    internal: [
      internalRoute(getUsersState, (_, __, { realmId, since }) => of(realmId).usersState(since)),
      // Both services have it under one name.
      internalRoute(exportedRowsOperations.users, (_, __, { kind, realmId }) =>
        of(realmId).exportedRows(kind),
      ),
      internalRoute(personRowsOperations.users, (_, __, { kind, realmId, userId }) =>
        of(realmId).personRows(kind, userId),
      ),
      internalRoute(expiringOperations.users, (_, __, { realmIds }) => ({
        realmIds: realmIds.filter((realmId) => of(realmId).expires),
      })),
      internalRoute(auditHeadOperations.users.head, () => ({ position: 7, hash: "aa" })),
      internalRoute(fetchLinkedPage, (_, __, { url }) => pages.fetch(url)),
      internalRoute(listConsenting, (_, __, { realmId }) => ({
        userIds: [...of(realmId).consenting],
      })),
      internalRoute(noteAcquaintance, (_, __, { realmId, userIds }) => of(realmId).note(userIds)),
      internalRoute(getChannelsState, (_, __, { realmId, since }) =>
        of(realmId).channelsState(since),
      ),
      internalRoute(getChannelsVersion, async (_, __, { realmId, settled }) => {
        if (settled) await of(realmId).settled();
        return { version: of(realmId).channelsVersion };
      }),
      internalRoute(setTopicVisibilityFor, (_, __, input) =>
        of(input.realmId).setTopicVisibilityFor(input),
      ),
      internalRoute(moveTopicPreferences, (_, __, input) =>
        of(input.realmId).moveTopicPreferences(input),
      ),
    ],
    ready: () => Promise.resolve(),
  });
  return listen(app, { host: "127.0.0.1", port: 0 });
}
