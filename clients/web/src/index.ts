export { initialDataOf, type KeptData, nothingKept } from "./api/initial-data.ts";
export { wishes } from "./api/wishes.ts";
export { apply } from "./state/apply.ts";
export { fromRegister } from "./state/from-register.ts";
export type { InitialData, ServerEvent, State } from "./state/state.ts";
