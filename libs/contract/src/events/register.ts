import { z } from "zod";

import { keyword, upTo } from "../bounded-text.ts";
import { listLimits, searchLimits, textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";

/**
 * Boolean keys of `client_capabilities`; others are dropped silently (docs/behaviour/events.md#client-capabilities).
 */
export const clientCapabilities = z.object({
  notification_settings_null: z
    .boolean()
    .describe("Channel notification settings may be null, meaning the user's default"),
  bulk_message_deletion: z
    .boolean()
    .default(false)
    .describe("One delete_message event may name several messages"),
  user_avatar_url_field_optional: z
    .boolean()
    .default(false)
    .describe("`avatar_url` may be missing in user objects"),
  stream_typing_notifications: z
    .boolean()
    .default(false)
    .describe("Typing events in channels are wanted"),
  user_settings_object: z
    .boolean()
    .default(false)
    .describe("Settings come in `user_settings`, without the legacy events"),
  linkifier_url_template: z.boolean().default(false).describe("Linkifiers use RFC 6570 templates"),
  user_list_incomplete: z
    .boolean()
    .default(false)
    .describe("Users that cannot be accessed may be missing"),
  include_deactivated_groups: z
    .boolean()
    .default(false)
    .describe("Deactivated user groups are included"),
  archived_channels: z.boolean().default(false).describe("Archived channels are included"),
  empty_topic_name: z
    .boolean()
    .default(false)
    .describe("The empty string is understood as a topic name"),
  simplified_presence_events: z
    .boolean()
    .default(false)
    .describe("Presence events use the modern format"),
});

const queueOperand = upTo(searchLimits.queueOperandLength);
const narrowTerm = z.tuple([keyword, queueOperand]);
const eventTypes = z.array(keyword).max(listLimits.eventTypes);

/** Parameters shared by `POST /register` and a `GET /events` that registers. */
export const registerParams = {
  apply_markdown: json(
    z.boolean().default(false).describe("Message content as HTML instead of Markdown"),
  ),
  client_gravatar: json(
    z
      .boolean()
      .optional()
      .describe(
        "`avatar_url` may be null for users of the third-party avatar service; true when authenticated",
      ),
  ),
  include_subscribers: word(
    z
      .enum(["true", "false", "partial"])
      .default("false")
      .describe("Whether channels list their subscribers"),
  ),
  slim_presence: json(
    z.boolean().default(false).describe("Presences keyed by user id in the modern format"),
  ),
  presence_history_limit_days: json(
    z.int().min(0).default(14).describe("Oldest presence wanted, in days"),
  ),
  event_types: json(
    eventTypes.nullable().optional().describe("Types of events wanted; all when absent or null"),
  ),
  all_public_streams: json(
    z
      .boolean()
      .optional()
      .describe("Message events of all public channels; by default as the bot says, else false"),
  ),
  client_capabilities: json(
    clientCapabilities.optional().describe("What the client understands; nothing when absent"),
  ),
  fetch_event_types: json(
    eventTypes.optional().describe("Types of initial data wanted; as event_types when absent"),
  ),
  narrow: json(
    z
      .array(narrowTerm)
      .max(listLimits.queueNarrowTerms)
      .default([])
      .describe(
        "Only message events that match all of these pairs; when empty, those of the bot's default channel, if it has one",
      ),
  ),
  queue_lifespan_secs: json(
    z
      .int()
      .min(0)
      .default(0)
      .describe(
        "How long the queue lives without being polled, at most a week; 0 means ten minutes",
      ),
  ),
} as const;

const initialDataDelta = z
  .object({
    parts: z
      .array(z.union([z.string(), z.tuple([z.int(), z.int()])]))
      .describe("Pieces of JSON, and first and number of blocks that the client has, in order"),
    sum: z.string().describe("A hash of what they make together"),
  })
  .describe("Stands for all initial data when `initial_data_blocks` was given");

export const registerQueue = operation({
  name: "registerQueue",
  method: "POST",
  path: "/register",
  owner: "events",
  auth: "optional",
  scope: "read",
  params: {
    ...registerParams,
    initial_data_blocks: word(
      upTo(textLimits.knownBlocks)
        .optional()
        .describe(
          "Blocks of earlier initial data that the client has kept; the answer then says what differs, in `initial_data_delta`",
        ),
    ),
  },
  response: z.looseObject({
    queue_id: z.string().nullable().describe("Null only without credentials"),
    last_event_id: z.int().describe("Where to begin polling"),
    initial_data_delta: initialDataDelta.optional(),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED"],
  doc: "Register an event queue\n\nCreates a queue and returns the initial data that its events continue exactly.",
});
