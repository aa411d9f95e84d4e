import type { RegisterRequest } from "@team-chat/contract";
import { sectionsOf } from "@team-chat/register";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import type { Unread, UnreadMessages } from "../../domain/unread/unread-messages.ts";

/** One registration: who asks for what, and what is in memory, of the moment that rows are read at. */
interface Registration extends RealmView {
  readonly request: RegisterRequest;
  /** Empty unless it was asked for. */
  readonly unread: Unread;
}

/**
 * Types of the values that sections of this service are rendered from; somebody without an account has received
 * nothing.
 */
export interface MessagesRegistrations {
  readonly user: Registration;
  readonly spectator: null;
  readonly known: UnreadMessages;
}

/** Describes a section of this service. */
export const registerSection = sectionsOf<"messages", MessagesRegistrations>();
