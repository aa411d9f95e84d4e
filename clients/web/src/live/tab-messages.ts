import type { Batch, Replica } from "./replica.ts";

/** How this client hears of changes at the moment. */
export type Connection = "connecting" | "live" | "reconnecting";

/** What the tabs of a browser tell each other; all of them hear it, in the order in which one tab has told it. */
export type TabMessage =
  /** Asks for the tab that polls: whether it lives, or also for what it knows. */
  | { readonly type: "ask"; readonly from: string; readonly wantsReplica: boolean }
  /** Is told by the tab that polls. The queue is empty until it has registered. */
  | {
      readonly type: "here";
      readonly queueId: string;
      readonly lastEventId: number;
      readonly connection: Connection;
    }
  | ({ readonly type: "events" } & Batch)
  /** Is told to one tab, which has asked for it. */
  | { readonly type: "replica"; readonly to: string; readonly replica: Replica };
