import type { Stage } from "./stage.ts";

/** Calls operations, each once at least; later chapters find what earlier ones left. */
export type Chapter = (stage: Stage) => Promise<void>;
