import type { Pulse } from "@team-chat/frames";

/**
 * A process that ends, however it ends, closes its connections; the beats are for machines and networks that go away without a word. An event loop that is
 * busy for seconds under load is not dead, and what it was asked can mostly not be asked again.
 */
export const linkPulse: Pulse = { beatMs: 2000, silenceMs: 15_000 };
