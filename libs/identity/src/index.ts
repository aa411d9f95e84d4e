export { type Caller, type Identity, type RealmRef, identityHeader } from "./identity.ts";
export { createIdentitySigner, type IdentitySigner } from "./signer.ts";
