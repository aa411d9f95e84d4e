import { claimGroups, getUsersState, listRecentUsers, listUnseenUsers } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { createServiceApp, internalRoute, listen, type RunningServer } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";

import type { People } from "./people.ts";

/** Signs identities between the service and its peer. */
export const key = "00112233445566778899aabbccddeeff";
const logger = createLogger({ service: "test", level: "silent" });

/** Stands in the place of users and tells the state of the realms given. */
export async function startUsers(realms: ReadonlyMap<number, People>): Promise<RunningServer> {
  const app = createServiceApp({
    service: "users",
    ctx: {},
    signer: createIdentitySigner(key),
    logger,
    routes: [],
    internal: [
      internalRoute(getUsersState, (_ctx, _identity, { realmId, since }) => {
        const state = realms.get(realmId)?.state;
        if (!state) throw new AppError("NOT_FOUND", `There is no realm ${realmId}.`);
        return state.version > since
          ? state
          : { version: state.version, realm: null, users: [], groups: [] };
      }),
      internalRoute(claimGroups, async (_ctx, _identity, { realmId, groupIds }) => {
        const people = realms.get(realmId);
        await people?.claiming();
        return { isActive: groupIds.every((id) => !people?.deactivatedMeanwhile.has(id)) };
      }),
      internalRoute(listRecentUsers, (_ctx, _identity, { realmId }) => ({
        userIds: [...(realms.get(realmId)?.recent ?? [])],
      })),
      internalRoute(listUnseenUsers, (_ctx, _identity, { realmId, userIds }) => ({
        userIds: userIds.filter((id) => realms.get(realmId)?.unseen.has(id)),
      })),
    ],
    ready: () => Promise.resolve(),
  });
  return listen(app, { host: "127.0.0.1", port: 0 });
}
