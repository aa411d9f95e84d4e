import { z } from "zod";

import { alertWordsEvent } from "../alert-words/events.ts";
import { callTokenEvent } from "../calls/events.ts";
import { deviceEvent } from "../devices/events.ts";
import { realmEmojiEvent } from "../emoji/events.ts";
import { realmExportConsentEvent } from "../exports/events.ts";
import { invitesChangedEvent } from "../invites/events.ts";
import { realmLinkifiersEvent } from "../linkifiers/events.ts";
import { mutedUsersEvent } from "../muted-users/events.ts";
import { navigationViewEvent } from "../navigation-views/events.ts";
import { realmPlaygroundsEvent } from "../playgrounds/events.ts";
import { presenceEvent } from "../presence/events.ts";
import { customProfileFieldsEvent } from "../profile-fields/events.ts";
import { realmEvents } from "../realm/events.ts";
import { savedSnippetsEvent } from "../saved-snippets/events.ts";
import { settingsEvent } from "../settings/events.ts";
import { userGroupEvent } from "../user-groups/events.ts";
import { userStatusEvent } from "../user-statuses/events.ts";
import { userObject } from "./user-object.ts";

const userId = z.int().describe("The user");

/** Changed part of a user: exactly one of these groups of fields (docs/behaviour/users.md#user-changes). */
const changedPerson = z.union([
  z.strictObject({ user_id: userId, full_name: z.string().describe("New name") }),
  z.strictObject({ user_id: userId, role: z.int().describe("New role") }),
  z.strictObject({ user_id: userId, bot_owner_id: z.int().describe("The bot's new owner") }),
  z.strictObject({ user_id: userId, is_active: z.boolean().describe("False when deactivated") }),
  z.strictObject({
    user_id: userId,
    delivery_email: z
      .string()
      .nullable()
      .describe("Real address; null when hidden from the receiver"),
  }),
  z.strictObject({
    user_id: userId,
    email: z.string().describe("API address"),
    timezone: z.string().describe("IANA name of the new time zone"),
  }),
  z.strictObject({
    user_id: userId,
    custom_profile_field: z
      .strictObject({
        id: z.int().describe("The field"),
        value: z.string().nullable().describe("New value; null when it was taken away"),
        rendered_value: z.string().optional().describe("HTML, for fields of Markdown"),
      })
      .describe("What the user filled in"),
  }),
  z.strictObject({ user_id: userId, new_email: z.string().describe("New API address") }),
  z.strictObject({
    user_id: userId,
    avatar_url: z.string().nullable().describe("New picture"),
    avatar_url_medium: z.string().nullable().describe("The same, larger"),
    avatar_source: z.string().describe("G third-party avatar service, U uploaded"),
    avatar_version: z.int().describe("Counts the pictures"),
  }),
]);

/** A user was created, changed, became visible to a guest, or ceased to be. */
const realmUserEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("realm_user"),
    op: z.literal("add"),
    person: userObject.strict().required({ is_active: true }).describe("The new user"),
  }),
  z.strictObject({
    type: z.literal("realm_user"),
    op: z.literal("update"),
    person: changedPerson.describe("The user's id and what changed"),
  }),
  z.strictObject({
    type: z.literal("realm_user"),
    op: z.literal("remove"),
    person: z
      .strictObject({
        user_id: userId,
        full_name: z.string().describe("Name of whoever is unknown"),
      })
      .describe("The user whom the receiver cannot see any more"),
  }),
]);

const service = z.strictObject({
  base_url: z.string().describe("Where messages are posted"),
  interface: z.int().describe("1 generic, 2 Slack-compatible"),
  token: z.string().describe("What the receiver recognises the server by"),
});

const bot = z.strictObject({
  user_id: z.int().describe("The bot"),
  email: z.string().describe("Its address"),
  full_name: z.string().describe("Its name"),
  bot_type: z.int().nullable().describe("1 generic, 2 incoming webhook, 3 outgoing webhook"),
  is_active: z.boolean().describe("False when deactivated"),
  api_key: z.string().describe("Its key"),
  default_sending_stream: z.string().nullable().describe("Where it sends when it names no channel"),
  default_events_register_stream: z.string().nullable().describe("What its queues are limited to"),
  default_all_public_streams: z.boolean().describe("Whether its queues get all public channels"),
  avatar_url: z.string().describe("Picture"),
  owner_id: z.int().nullable().describe("Its owner"),
  services: z.array(service).describe("Its outgoing webhooks"),
});

/** A bot was created, or something of one changed, for those who manage it. */
const realmBotEvent = z.discriminatedUnion("op", [
  z.strictObject({ type: z.literal("realm_bot"), op: z.literal("add"), bot }),
  z.strictObject({
    type: z.literal("realm_bot"),
    op: z.literal("update"),
    bot: bot.partial().required({ user_id: true }).describe("The bot's id and what changed"),
  }),
  z.strictObject({
    type: z.literal("realm_bot"),
    op: z.literal("delete"),
    bot: bot.pick({ user_id: true }).describe("A bot that the receiver no longer manages"),
  }),
]);

/** An account's key was replaced. For no client: the events service ends the queues of whoever has the old one. */
const apiKeyReplacedEvent = z.strictObject({
  type: z.literal("api_key_replaced"),
  user_id: userId,
});

/** Sessions of an account were ended. For no client: the events service ends the queues of whoever used them. */
const sessionsEndedEvent = z.strictObject({
  type: z.literal("sessions_ended"),
  user_id: userId,
});

/** The organization has another address. For no client: the events service ends all queues. */
const addressChangedEvent = z.strictObject({ type: z.literal("address_changed") });

/** Every event of the users service that clients get. */
export const usersEvent = z.union([
  realmUserEvent,
  userGroupEvent,
  realmBotEvent,
  realmEvents,
  savedSnippetsEvent,
  deviceEvent,
  callTokenEvent,
  navigationViewEvent,
  realmEmojiEvent,
  realmLinkifiersEvent,
  realmPlaygroundsEvent,
  userStatusEvent,
  alertWordsEvent,
  mutedUsersEvent,
  settingsEvent,
  presenceEvent,
  invitesChangedEvent,
  realmExportConsentEvent,
  customProfileFieldsEvent,
]);

/** Every event of the users service. */
export const usersDomainEvent = z.union([
  usersEvent,
  apiKeyReplacedEvent,
  sessionsEndedEvent,
  addressChangedEvent,
]);
