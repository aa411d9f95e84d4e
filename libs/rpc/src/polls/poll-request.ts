/** A long poll of an authenticated user, as the gateway passes it on. */
export interface PollRequest {
  readonly realmId: number;
  readonly userId: number;
  readonly queueId: string;
  /** Null when the client gave none. */
  readonly lastEventId: number | null;
  /** Answer at once, perhaps with no events. */
  readonly dontBlock: boolean;
  /** Names of given parameters that are not supported, sorted; null when there are none. */
  readonly ignored: readonly string[] | null;
  readonly requestId: string;
}
