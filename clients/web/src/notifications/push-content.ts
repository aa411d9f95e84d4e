/** What the server pushes (docs/behaviour/notifications.md#what-a-notification-says). */
export type PushContent =
  | {
      readonly type: "message";
      readonly conversation: string;
      readonly message_id: number;
      readonly title: string;
      readonly body: string;
      readonly url: string;
    }
  | { readonly type: "close"; readonly conversation: string; readonly message_id: number };

/** What a notification remembers of its message. */
export interface ShownData {
  readonly messageId: number;
  /** Address below the organization's. */
  readonly url: string;
}
