/**
 * Times that detect a dead peer, in ms: each end sends something at least every `beatMs`, and is given up after
 * `silenceMs` of silence.
 */
export interface Heartbeat {
  readonly beatMs: number;
  readonly silenceMs: number;
}

/**
 * For requests. A process that ends, however it ends, closes its connections; the beats are for machines and networks
 * that go away without a word. An event loop that is busy for seconds under load is not dead, and most of what it was
 * asked cannot be asked again.
 */
export const requestHeartbeat: Heartbeat = { beatMs: 2000, silenceMs: 15_000 };

/** For long polls, which can be asked again anywhere: notices a dead peer within two seconds. */
export const pollHeartbeat: Heartbeat = { beatMs: 500, silenceMs: 1500 };
