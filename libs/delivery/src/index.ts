export type { Claim } from "./claim.ts";
export {
  type Claimed,
  type ClaimRequest,
  type DeliveryKind,
  DeliveryWorker,
} from "./delivery-worker.ts";
export { guardedConnector } from "./guarded-connector.ts";
export { hour, minute, retryAfterMs, second, spread, waitFrom } from "./retries.ts";
export { signatureOf } from "./sign.ts";
