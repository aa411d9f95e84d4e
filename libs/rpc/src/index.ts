export { encodeWithBytes } from "./byte-body.ts";
export { carryError } from "./carried-error.ts";
export { CallFailure } from "./transports/call-failure.ts";
export { ClientConnection } from "./transports/client-connection.ts";
export { collectAnswer } from "./transports/collect-answer.ts";
export { scopeHeaders } from "./client/scope-headers.ts";
export { type HttpPeer, signedRequest } from "./client/signed-request.ts";
export type { ParamInputs } from "./client/encode-request.ts";
export type { InProcessServer } from "./transports/in-process-server.ts";
export { serveInProcess } from "./transports/in-process-transport.ts";
export type { CallOptions } from "./client/operation-calls.ts";
export { hostInUrl } from "./client/host-in-url.ts";
export { createServiceClient, type ServiceClient } from "./client/service-client.ts";
export type {
  AnswerReceiver,
  Call,
  CallLimits,
  RequestBody,
  Transport,
} from "./transports/transport.ts";
export { type Heartbeat, requestHeartbeat } from "./frames/heartbeat.ts";
export { maxAnswerWaitMs, pieceBytes, stalledMs, windowPieces } from "./lengths.ts";
export { announceArrival } from "./members/arrivals.ts";
export { announceMember, type Member, type MemberWatch, watchMembers } from "./members/members.ts";
export { SlotOwners } from "./members/slot-owners.ts";
export {
  newQueueId,
  parseQueueId,
  type QueueSlot,
  slotKey,
  slotOfUser,
  slotsPerPartition,
} from "./members/queue-slot.ts";
export {
  PollConnection,
  type PollConnectionOptions,
  type PollWaiter,
} from "./polls/poll-connection.ts";
export type { PollAnswer, PollRequest } from "./polls/poll-protocol.ts";
export { IncomingPoll } from "./polls/gateway-connection.ts";
export { listenForPolls, type PollServer, type PollServerOptions } from "./polls/poll-server.ts";
export { type BegunAnswer, type RequestHead, upgradePath, upgradeProtocol } from "./protocol.ts";
export {
  type Answer,
  type AnswerStream,
  type Dispatch,
  type IncomingRequest,
  jsonHeaders,
  neverKept,
  realmOf,
  tooLarge,
  type VersionOf,
} from "./request.ts";
export { lengthOf } from "./server/answer-body.ts";
export { RpcServer } from "./server/rpc-server.ts";
