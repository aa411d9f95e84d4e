import { call, Refusal } from "../api/call.ts";
import { setTypingStatus } from "../api/operations.ts";
import type { Client } from "../live/client.ts";
import { type Conversation, keyOf } from "../state/conversation.ts";
import type { ServerEvent } from "../state/state.ts";

/** Times by which all clients tell and forget (docs/behaviour/messages.md#typing). */
const repeatAfterMs = 10_000;
const stopAfterMs = 5000;
const forgetAfterMs = 15_000;

type TypingEvent = Extract<ServerEvent, { type: "typing" }>;

/** Says that one is writing, for as long as one is, and forgets others of whom nothing is heard any more. */
export class TypingNotifier {
  readonly #client: Client;
  readonly #forgetting = new Map<string, ReturnType<typeof setTimeout>>();
  #announced: Conversation | null = null;
  #announcedAtMs = 0;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client) {
    this.#client = client;
    client.onEvent((event) => {
      if (event.type === "typing") this.#forgetLater(event);
    });
  }

  /** Is to be called whenever something was written for a conversation. */
  wrote(conversation: Conversation): void {
    if (!this.#isShared(conversation)) return;
    const isOther = this.#announced === null || keyOf(this.#announced) !== keyOf(conversation);
    if (isOther) this.stop();
    if (isOther || Date.now() - this.#announcedAtMs > repeatAfterMs) {
      this.#announced = conversation;
      this.#announcedAtMs = Date.now();
      void tell(conversation, "start");
    }
    clearTimeout(this.#stopTimer);
    this.#stopTimer = setTimeout(() => {
      this.stop();
    }, stopAfterMs);
  }

  /** Says that one has ceased to write, or has sent what one wrote. */
  stop(): void {
    clearTimeout(this.#stopTimer);
    if (this.#announced !== null) void tell(this.#announced, "stop");
    this.#announced = null;
  }

  #isShared(conversation: Conversation): boolean {
    const { me, settings } = this.#client.state.peek();
    if (conversation.kind === "topic") return settings["send_stream_typing_notifications"] === true;
    const isToOneself = conversation.userIds.every((id) => id === me);
    return !isToOneself && settings["send_private_typing_notifications"] === true;
  }

  #forgetLater(event: TypingEvent): void {
    const place =
      event.message_type === "stream"
        ? [event.stream_id, event.topic]
        : event.recipients.map(({ user_id: id }) => id);
    const key = `${String(event.sender.user_id)} ${place.join(" ")}`;
    clearTimeout(this.#forgetting.get(key));
    if (event.op === "stop") this.#forgetting.delete(key);
    else {
      const forget = () => {
        this.#client.hear([{ ...event, op: "stop" }]);
      };
      this.#forgetting.set(key, setTimeout(forget, forgetAfterMs));
    }
  }
}

async function tell(conversation: Conversation, op: "start" | "stop"): Promise<void> {
  const place =
    conversation.kind === "topic"
      ? {
          type: "channel" as const,
          stream_id: conversation.channelId,
          topic: conversation.topic,
        }
      : { type: "direct" as const, to: [...conversation.userIds] };
  try {
    await call(setTypingStatus, { op, ...place });
  } catch (error) {
    // Nobody misses it; it is said again while one goes on.
    if (!(error instanceof Refusal)) throw error;
  }
}
