import { type DomainEvent, unknownUserAvatar, unknownUserName } from "@team-chat/contract";

/**
 * Returns the event for readers who may not see who acted: the sender of a message, or who reacted
 * (docs/behaviour/messages.md#sender-and-avatar).
 */
export function maskActor(domain: DomainEvent): DomainEvent {
  const { event, strangers } = domain;
  const email = strangers?.email ?? "";
  switch (event.type) {
    case "message": {
      const sender = {
        sender_full_name: unknownUserName,
        sender_email: email,
        avatar_url: unknownUserAvatar,
        avatar_is_gravatar: false,
      };
      return {
        ...domain,
        event: { ...event, message: { ...(event["message"] as object), ...sender } },
      };
    }
    case "reaction": {
      const user = { ...(event["user"] as object), full_name: unknownUserName, email };
      return { ...domain, event: { ...event, user } };
    }
    default:
      return domain;
  }
}
