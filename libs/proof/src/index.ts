export { leafHash, MerkleTree } from "./merkle-tree.ts";
export {
  type Manifest,
  manifestFormat,
  manifestPath,
  manifestSchema,
  maxManifestBytes,
  type RecordFile,
  signaturePath,
  signatureSchema,
  type WrittenFile,
} from "./manifest.ts";
export { isSignedWith, type ProofKeys, proofKeys } from "./proof-keys.ts";
