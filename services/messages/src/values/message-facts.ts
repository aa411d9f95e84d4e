/** The stored facts of a message that its presentation needs, but for id and time. */
export interface MessageFacts {
  readonly recipientId: number;
  /** Null for direct messages. */
  readonly channelId: number | null;
  /** Null for channel messages. */
  readonly participants: readonly number[] | null;
  readonly senderId: number;
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly client: string;
}
