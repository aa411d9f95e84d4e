export { type Caller, type Identity, type RealmRef, identityHeader } from "./identity.ts";
export { proofBytes, type ReceivedBody } from "./body-proof.ts";
export { isSame, type KeyRing, keyRing } from "./key-ring.ts";
export {
  createIdentitySigner,
  type IdentitySigner,
  type Proven,
  type ReceivedRequest,
  type SignedRequest,
} from "./signer.ts";
