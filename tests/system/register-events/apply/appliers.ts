import type { ClientState, Row } from "../state.ts";

/** What clients do with events, by type and op. */
export type Appliers = Readonly<Record<string, (state: ClientState, event: Row) => void>>;
