export type { ProcessDefinition, StackPlan, StepDefinition } from "./plan/process-definition.ts";
export type { ServerName, Wiring } from "./plan/wiring.ts";
export { teamChat } from "./processes.ts";
export { Stack } from "./stack.ts";
export type { StackOptions } from "./stack-options.ts";
export type { ProcessStatus, StackState } from "./state/stack-state.ts";
