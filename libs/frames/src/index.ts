export {
  Connection,
  type ConnectionEvents,
  type ConnectionOptions,
  defaultPulse,
  type Pulse,
} from "./connection.ts";
export { type Frame, firstFreeType } from "./frame.ts";
export { Acceptance, Opening, type Roles } from "./handshake.ts";
export { type Mac, macOf } from "./proof.ts";
export { ownerOf, rankNodes } from "./rendezvous.ts";
