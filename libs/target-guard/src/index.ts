export { networks } from "./networks.ts";
export {
  createTargetGuard,
  guardedLookup,
  refused,
  type Resolve,
  type TargetGuard,
  TargetRefused,
} from "./target-guard.ts";
