import {
  getChannelId,
  getGroupUses,
  getSpectatorAccess,
  postNotice,
  registerOperations,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { createServiceApp, internalRoute, listen, route } from "@team-chat/http";
import type { IdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import type { z } from "zod";

/** What the notification bot was asked to say. */
export type Notice = z.output<typeof postNotice.input>;
/** Which channels use a group. */
export type GroupUses = z.output<typeof getGroupUses.output>["channels"];

/** The newest message that the messages service says everybody has received. */
export const newestMessage = 77;

/** A messages service that only notes what it is to say. */
export function startMessages(signer: IdentitySigner, notices: Notice[]) {
  const app = createServiceApp({
    service: "messages",
    ctx: {},
    signer,
    logger: createLogger({ service: "messages", level: "silent" }),
    routes: [],
    internal: [
      internalRoute(postNotice, (_, __, notice) => {
        notices.push(notice);
        return { messageIds: [] };
      }),
      internalRoute(registerOperations.messages, (_, __, { fetch }) => ({
        snapshot: "1:1:",
        sections: fetch?.join() === "message" ? { max_message_id: String(newestMessage) } : {},
      })),
    ],
    ready: () => Promise.resolve(),
  });
  return listen(app, { host: "127.0.0.1", port: 0 });
}

/** Says that every organization that allows spectators has something for them. */
/** The one channel that there is. */
const knownChannel = "general";

export function startChannels(signer: IdentitySigner, groupUses: ReadonlyMap<number, GroupUses>) {
  const app = createServiceApp({
    service: "channels",
    ctx: {},
    signer,
    logger: createLogger({ service: "channels", level: "silent" }),
    routes: [
      route(getChannelId, (_, __, { stream }) => {
        if (stream === knownChannel) return { stream_id: 7 };
        throw new AppError("BAD_REQUEST", `Invalid channel name '${stream}'`);
      }),
    ],
    internal: [
      internalRoute(getSpectatorAccess, () => ({ admitted: true })),
      internalRoute(getGroupUses, (_, __, { groupId }) => ({
        channels: groupUses.get(groupId) ?? [],
      })),
    ],
    ready: () => Promise.resolve(),
  });
  return listen(app, { host: "127.0.0.1", port: 0 });
}
