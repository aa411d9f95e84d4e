import type { ClientState, Row } from "../state.ts";

/** Effects of events on a client's state, by type and op. */
export type Appliers = Readonly<Record<string, (state: ClientState, event: Row) => void>>;
