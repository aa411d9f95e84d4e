export type { LinkAnswer } from "./answer-batch.ts";
export {
  IncomingPoll,
  type LinkListener,
  listenLink,
  type ListenLinkOptions,
} from "./listen-link.ts";
export { announceMember, type Member, type MemberWatch, watchMembers } from "./members.ts";
export { Link, openLink, type OpenLinkOptions, type PollWaiter } from "./open-link.ts";
export { ownerOf } from "@team-chat/frames";
export type { PollRequest } from "./poll-request.ts";
export {
  newQueueId,
  parseQueueId,
  type QueueSlot,
  slotKey,
  slotOfUser,
  slotsPerPartition,
} from "./queue-slot.ts";
