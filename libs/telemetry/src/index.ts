export { createLogger, type Logger } from "./logger.ts";
export {
  continueScope,
  currentScope,
  newScope,
  runInScope,
  type Scope,
  traceparentOf,
} from "./scope.ts";
export { isTracing, startTracing, traced } from "./tracing.ts";
