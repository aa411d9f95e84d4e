import type { Bench } from "./bench.ts";
import { archives } from "./benches/archives.ts";
import { auditLog } from "./benches/audit-log.ts";
import { eventsProcesses } from "./benches/events-processes.ts";
import { fanOutPeer } from "./benches/fan-out-peer.ts";
import { fanOut } from "./benches/fan-out.ts";
import { kill } from "./benches/faults/kill.ts";
import { killedService } from "./benches/faults/killed-service.ts";
import { restore } from "./benches/faults/restore.ts";
import { rollingRestart } from "./benches/faults/rolling-restart.ts";
import { floors } from "./benches/floors.ts";
import { growth } from "./benches/growth.ts";
import { heartbeats } from "./benches/heartbeats.ts";
import { history } from "./benches/history.ts";
import { attributedTime } from "./benches/hosting/attributed-time.ts";
import { noisyNeighbour } from "./benches/hosting/noisy-neighbour.ts";
import { organizations } from "./benches/hosting/organizations.ts";
import { spread } from "./benches/hosting/spread.ts";
import { idlePoll } from "./benches/idle-poll.ts";
import { markRead } from "./benches/mark-read.ts";
import { memory } from "./benches/memory.ts";
import { messageBytes } from "./benches/message-bytes.ts";
import { metrics } from "./benches/metrics.ts";
import { overload } from "./benches/overload.ts";
import { push } from "./benches/push.ts";
import { comingBack } from "./benches/registering/coming-back.ts";
import { herd } from "./benches/registering/herd.ts";
import { registerSubscriptions } from "./benches/registering/register-subscriptions.ts";
import { registerUsers } from "./benches/registering/register-users.ts";
import { register } from "./benches/registering/register.ts";
import { search } from "./benches/search.ts";
import { sendThroughput } from "./benches/send-throughput.ts";
import { send } from "./benches/send.ts";
import { sessions } from "./benches/sessions.ts";
import { subscribe } from "./benches/subscribe.ts";
import { unread } from "./benches/unread.ts";
import { waitingClients } from "./benches/waiting-clients.ts";
import { webClient } from "./benches/web-client/web-client.ts";
import { webhookFirstTry } from "./benches/webhook-first-try.ts";
import { webhooks } from "./benches/webhooks.ts";
import { worstInputs } from "./benches/worst-inputs.ts";

/** Every bench, in the order of the list that `npm run bench` prints. */
export const catalogue: readonly Bench[] = [
  floors,
  send,
  sendThroughput,
  metrics,
  attributedTime,
  fanOut,
  fanOutPeer,
  idlePoll,
  memory,
  waitingClients,
  registerSubscriptions,
  registerUsers,
  comingBack,
  sessions,
  subscribe,
  auditLog,
  heartbeats,
  register,
  herd,
  history,
  growth,
  unread,
  markRead,
  messageBytes,
  search,
  webClient,
  push,
  webhookFirstTry,
  webhooks,
  worstInputs,
  organizations,
  spread,
  archives,
  kill,
  killedService,
  rollingRestart,
  restore,
  overload,
  noisyNeighbour,
  eventsProcesses,
];
