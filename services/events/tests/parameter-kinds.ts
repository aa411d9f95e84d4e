const place = "X";
const noJson = `${place} is not valid JSON`;
const invalid = `Invalid ${place}`;
const is = (what: string) => `${place} is not ${what}`;

/**
 * Texts that a parameter of the kind refuses as they stand in the request, and the message, with X for the parameter.
 */
export const wrongValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  text: {},
  bool: { True: noJson, "1": is("a boolean"), '"true"': is("a boolean"), "": noJson },
  int: { x: noJson, '"5"': is("an integer"), "1.5": is("an integer"), true: is("an integer") },
  count: {
    x: noJson,
    '"5"': is("an integer"),
    "1.5": is("an integer"),
    "-1": `${place} is too small`,
  },
  texts: {
    a: noJson,
    '"message"': is("a list"),
    '{"message":true}': is("a list"),
    "[7]": `${place}[0] is not a string`,
    '["a",null]': `${place}[1] is not a string`,
  },
  blocks: { "?": invalid, AAAA: invalid, "AAAAAAA=": invalid },
  subscribers: { "": invalid, some: invalid, True: invalid, "1": invalid },
  capabilities: {
    x: noJson,
    "[]": is("a dict"),
    "{}": `${place}["notification_settings_null"] field is missing: Field required`,
    '{"notification_settings_null":1}': `${place}["notification_settings_null"] is not a boolean`,
    '{"notification_settings_null":true,"empty_topic_name":"yes"}': `${place}["empty_topic_name"] is not a boolean`,
  },
  narrow: {
    x: noJson,
    "{}": is("a list"),
    '["is"]': `${place}[0] is not a list`,
    '[["is"]]': `${place}[0] is too short`,
    '[["is","dm","now"]]': `${place}[0] is too long (limit: 2 items)`,
    '[["is","dm"],["is",7]]': `${place}[1][1] is not a string`,
  },
};

/** The parameters in the order in which they are checked: what kind of value each takes, `!` where it is required. */
type Specified = Readonly<Record<string, string>>;

const registering: Specified = {
  apply_markdown: "bool",
  client_gravatar: "bool",
  include_subscribers: "subscribers",
  slim_presence: "bool",
  presence_history_limit_days: "count",
  event_types: "texts",
  all_public_streams: "bool",
  client_capabilities: "capabilities",
  fetch_event_types: "texts",
  narrow: "narrow",
  queue_lifespan_secs: "count",
};

/** By the operation's name. */
export const specified: Readonly<Record<string, Specified>> = {
  registerQueue: { ...registering, initial_data_blocks: "blocks" },
  getEvents: { queue_id: "text", last_event_id: "int", dont_block: "bool", ...registering },
  deleteQueue: { queue_id: "text!" },
};
