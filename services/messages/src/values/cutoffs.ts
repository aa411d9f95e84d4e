/** Messages sent before these times are kept no longer. */
export interface Cutoffs {
  /** Channels that delete at all. */
  readonly channels: readonly { readonly channelId: number; readonly before: Date }[];
  /** Of direct messages; null when they are kept for ever. */
  readonly direct: Date | null;
}
