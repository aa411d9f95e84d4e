const place = "X";
const noJson = `${place} is not valid JSON`;
const invalid = `Invalid ${place}`;
const is = (what: string) => `${place} is not ${what}`;
const missing = (at: string) => `${place}${at} field is missing: Field required`;
const tooLong = (limit: number, at = "") =>
  `${place}${at} is too long (limit: ${limit} characters)`;
const words = { "": invalid, unheard: invalid, "1": invalid };
const int = { x: noJson, '"5"': is("an integer"), "1.5": is("an integer"), true: is("an integer") };
const group = {
  x: noJson,
  '"readers"': is("an integer"),
  "{}": missing('["direct_members"]'),
  '{"direct_members":[1]}': missing('["direct_subgroups"]'),
  '{"direct_members":["a"],"direct_subgroups":[]}': `${place}["direct_members"][0] is not an integer`,
};

/**
 * Texts that a parameter of the kind refuses as they stand in the request, and the message, with X for the parameter.
 */
export const wrongValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  text: {},
  "60 characters": { ["😀".repeat(61)]: tooLong(60) },
  "1024 characters": { ["😀".repeat(1025)]: tooLong(1024) },
  bool: { True: noJson, "1": is("a boolean"), '"true"': is("a boolean"), "": noJson },
  int,
  folder: int,
  ints: {
    "1,2": noJson,
    "7": is("a list"),
    '{"0":7}': is("a list"),
    '["a"]': `${place}[0] is not an integer`,
    "[1,2.5]": `${place}[1] is not an integer`,
  },
  texts: {
    a: noJson,
    '"a"': is("a list"),
    "[7]": `${place}[0] is not a string`,
    '["a",null]': `${place}[1] is not a string`,
  },
  users: {
    x: noJson,
    "7": is("a list"),
    "[true]": `${place}[0] is not an integer`,
    '["a@example.com",1]': `${place}[0] is not an integer`,
  },
  // Any text is read; which words there are is told in other words.
  days: { true: is("an integer"), "1.5": is("an integer"), "[]": is("an integer") },
  topics: words,
  subscribers: words,
  op: words,
  visibility: {
    ...int,
    "-1": `${invalid}: Value error, Not in the list of possible values`,
    "4": `${invalid}: Value error, Not in the list of possible values`,
  },
  setting: { "7": is("a boolean"), "[]": is("a boolean"), "{}": is("a boolean") },
  settings: {
    x: noJson,
    "{}": is("a list"),
    "[1]": `${place}[0] is not a dict`,
    "[{}]": missing('[0]["stream_id"]'),
    '[{"stream_id":"1"}]': `${place}[0]["stream_id"] is not an integer`,
    '[{"stream_id":1,"value":true}]': missing('[0]["property"]'),
    '[{"stream_id":1,"property":"color"}]': missing('[0]["value"]'),
    '[{"stream_id":1,"property":"color","value":7}]': `${place}[0]["value"] is not a boolean`,
  },
  channels: {
    x: noJson,
    '"a"': is("a list"),
    '["a"]': `${place}[0] is not a dict`,
    "[{}]": missing('[0]["name"]'),
    '[{"name":7}]': `${place}[0]["name"] is not a string`,
    '[{"name":"a","description":7}]': `${place}[0]["description"] is not a string`,
    [`[{"name":"a","description":"${"😀".repeat(1025)}"}]`]: tooLong(1024, '[0]["description"]'),
    '[{"name":"a"},{"name":"b","color":"red"}]': `${invalid}[1]["color"]: Value error, color is not a valid hex color code`,
  },
  group,
  "group change": {
    x: noJson,
    "5": is("a dict"),
    "{}": missing('["new"]'),
    '{"new":"readers"}': `${place}["new"] is not an integer`,
    '{"new":5,"old":"a"}': `${place}["old"] is not an integer`,
  },
};

/** Value that a parameter of the kind accepts, for tests in which another parameter matters. */
export const someValue: Readonly<Record<string, string>> = {
  text: "color",
  "60 characters": "lunch",
  int: "1",
  ints: "[]",
  texts: '["a"]',
  op: "add",
  visibility: "1",
  setting: "true",
  settings: "[]",
  channels: '[{"name":"new"}]',
};

/**
 * The parameters of the operations as clients know them (docs/behaviour/api.md#parameters), in the order in which they
 * are checked: what kind of value each takes, `!` where it is required, `id` where it stands in the path.
 */
export type Specified = Readonly<Record<string, string>>;

const permissionNames = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_create_topic_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_move_messages_out_of_channel_group",
  "can_move_messages_within_channel_group",
  "can_remove_subscribers_group",
  "can_resolve_topics_group",
  "can_send_message_group",
  "can_subscribe_group",
] as const;
const permissions = (kind: string) =>
  Object.fromEntries(permissionNames.map((name) => [name, kind])) as Specified;

const creation: Specified = {
  announce: "bool",
  invite_only: "bool",
  is_web_public: "bool",
  is_default_stream: "bool",
  history_public_to_subscribers: "bool",
  message_retention_days: "days",
  topics_policy: "topics",
  folder_id: "folder",
  ...permissions("group"),
};
const joining: Specified = {
  principals: "users",
  authorization_errors_fatal: "bool",
  send_new_subscription_messages: "bool",
  ...creation,
};
const channel = { stream_id: "id" } as const;

/** By the operation's name. */
export const specified: Readonly<Record<string, Specified>> = {
  subscribe: { subscriptions: "channels!", ...joining },
  unsubscribe: { subscriptions: "texts!", principals: "users" },
  updateSubscriptions: { add: "channels", delete: "texts", ...joining },
  listSubscriptions: { include_subscribers: "subscribers" },
  updateSubscriptionProperties: { subscription_data: "settings!" },
  updateSubscriptionProperty: { ...channel, property: "text!", value: "setting!" },
  listChannels: {
    include_public: "bool",
    include_web_public: "bool",
    include_subscribed: "bool",
    exclude_archived: "bool",
    include_all: "bool",
    include_default: "bool",
    include_owner_subscribed: "bool",
    include_can_access_content: "bool",
    include_all_active: "bool",
  },
  getChannel: channel,
  getChannelId: { stream: "text!" },
  getChannelEmailAddress: channel,
  getSubscriptionStatus: { user_id: "id", ...channel },
  getUserChannels: { user_id: "id" },
  listChannelMembers: channel,
  createChannel: {
    name: "text!",
    description: "1024 characters",
    subscribers: "ints!",
    send_new_subscription_messages: "bool",
    ...creation,
  },
  updateChannel: {
    ...channel,
    description: "1024 characters",
    new_name: "text",
    is_private: "bool",
    is_web_public: "bool",
    history_public_to_subscribers: "bool",
    is_default_stream: "bool",
    message_retention_days: "days",
    is_archived: "bool",
    folder_id: "folder",
    topics_policy: "topics",
    ...permissions("group change"),
  },
  archiveChannel: channel,
  setTopicVisibility: {
    stream_id: "int!",
    topic: "60 characters!",
    visibility_policy: "visibility!",
  },
  setTopicMuted: { stream_id: "int", stream: "text", topic: "60 characters!", op: "op!" },
  addDefaultChannel: { stream_id: "int!" },
  removeDefaultChannel: { stream_id: "int!" },
  createChannelFolder: { name: "60 characters!", description: "1024 characters" },
  listChannelFolders: { include_archived: "bool" },
  reorderChannelFolders: { order: "ints!" },
  updateChannelFolder: {
    channel_folder_id: "id",
    name: "60 characters",
    description: "1024 characters",
    is_archived: "bool",
  },
};
