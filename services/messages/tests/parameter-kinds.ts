const place = "X";
const noJson = `${place} is not valid JSON`;
const invalid = `Invalid ${place}`;
const is = (what: string) => `${place} is not ${what}`;
const tooLong = (limit: number) => `${place} is too long (limit: ${limit} characters)`;
const tooSmall = `${place} is too small`;
const tooLarge = `${place} is too large`;
const words = { "": invalid, unheard: invalid, "1": invalid };
const term = (what: string) => `Invalid ${place}[0]: Value error, ${what}`;
const missing = (at: string) => `${place}${at} field is missing: Field required`;
const draft = (more: string) => `{"type":"stream","to":[1],"topic":"t","content":"c"${more}}`;

/**
 * Texts that a parameter of the kind refuses as they stand in the request, and the message, with X for the parameter.
 */
export const wrongValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  text: {},
  "10000 characters": { ["😀".repeat(10_001)]: tooLong(10_000) },
  "1000 characters": { ["😀".repeat(1001)]: tooLong(1000) },
  "500 characters": { ["😀".repeat(501)]: tooLong(500) },
  bool: {
    True: noJson,
    null: is("a boolean"),
    "1": is("a boolean"),
    '"true"': is("a boolean"),
    "": noJson,
  },
  int: {
    x: noJson,
    null: is("an integer"),
    '"5"': is("an integer"),
    "1.5": is("an integer"),
    true: is("an integer"),
  },
  count: {
    x: noJson,
    '"5"': is("an integer"),
    "1.5": is("an integer"),
    "-1": tooSmall,
  },
  "id int": { x: noJson, '"5"': is("an integer"), "1.5": is("an integer"), "0": tooSmall },
  deletions: {
    x: noJson,
    "0": tooSmall,
    "201": "Too many deletions requested (maximum 200).",
  },
  holds: { x: noJson, "0": tooSmall, "1001": "Too many legal holds requested (maximum 1000)." },
  second: { x: noJson, "1.5": is("an integer"), "-1": tooSmall, "253402300800": tooLarge },
  ints: {
    "1,2": noJson,
    null: is("a list"),
    "7": is("a list"),
    '{"0":7}': is("a list"),
    '["a"]': `${place}[0] is not an integer`,
    "[1,2.5]": `${place}[1] is not an integer`,
  },
  "id or ids": { x: noJson, '["a"]': `${place}[0] is not an integer`, "1.5": is("an integer") },
  type: words,
  op: words,
  widget: words,
  report: words,
  "export type": { "3": invalid, all: invalid },
  "propagate mode": words,
  narrow: {
    x: noJson,
    "{}": is("a list"),
    "[7]": term("dict or list required"),
    '[["is"]]': term("element is not a string pair"),
    '[{"operand":"dm"}]': term("operator is missing"),
    '[{"operator":7,"operand":"dm"}]': term("operator is not a string"),
    '[{"operator":"is"}]': term("operand is missing"),
  },
  drafts: { x: noJson, null: is("a list"), "{}": is("a list"), "[1]": `${place}[0] is not a dict` },
  draft: {
    x: noJson,
    "[]": is("a dict"),
    "{}": invalid + '["type"]',
    '{"type":"stream"}': missing('["to"]'),
    '{"type":"stream","to":["a"],"content":"c"}': `${place}["to"][0] is not an integer`,
    '{"type":"stream","to":[1],"content":"c"}': missing('["topic"]'),
    '{"type":"stream","to":[1],"topic":"t"}': missing('["content"]'),
    [draft(',"timestamp":"a"')]: `${place}["timestamp"] is not a float`,
    [draft(',"id":1')]: `Argument "id" at ${place}["id"] is unexpected`,
  },
};

/** Value that a parameter of the kind accepts, for tests in which another parameter matters. */
export const someValue: Readonly<Record<string, string>> = {
  text: "1",
  int: "1",
  count: "1",
  "id int": "1",
  deletions: "1",
  holds: "1",
  "1000 characters": "{}",
  second: "1",
  ints: "[1]",
  "id or ids": "1",
  type: "channel",
  op: "start",
  widget: "widget",
  report: "spam",
  "export type": "public",
  "10000 characters": "{}",
  draft: draft(""),
};

/**
 * The parameters of the operations, in the order in which they are checked: what kind of value each
 * takes, `!` where it is required, `id` and `segment` where it stands in the path.
 */
export type Specified = Readonly<Record<string, string>>;

const channelOrUsers = { type: "type", to: "id or ids", content: "text", topic: "text" };
const emoji = { emoji_name: "text", emoji_code: "text", reaction_type: "text" };
const flag = { op: "text!", flag: "text!" };

/** By the operation's name. */
export const specified: Readonly<Record<string, Specified>> = {
  deleteAttachment: { attachment_id: "id" },
  listMessageDeletions: {
    anchor: "id int",
    limit: "deletions",
    stream_id: "count",
    topic: "1000 characters",
    deleter_id: "count",
    since: "second",
    until: "second",
  },
  listLegalHolds: { anchor: "id int", limit: "holds" },
  beginLegalHold: { user_id: "count", stream_id: "count", reason: "1000 characters!" },
  endLegalHold: { hold_id: "id" },
  exportLegalHold: { hold_id: "id" },
  listLegalHoldExports: {},
  deleteLegalHoldExport: { export_id: "id" },
  getLegalHoldArchive: { address: "segment" },
  listExportKeys: {},
  restoreMessages: {
    deletion_id: "id int",
    message_id: "id int",
    stream_id: "count",
    topic: "1000 characters",
  },
  createRealmExport: { export_type: "export type" },
  listRealmExports: {},
  deleteRealmExport: { export_id: "id" },
  getRealmExportArchive: { export_id: "id" },
  listAttachments: {},
  getTemporaryFile: { token: "segment", file_name: "segment" },
  getFile: { realm_id: "id", filename: "segment" },
  getFileUrl: { realm_id_str: "id", filename: "segment" },
  getPagePicture: { picture: "segment" },
  getThumbnail: { realm_id: "id", filename: "segment" },
  getThumbnailStatus: { realm_id_str: "id", filename: "segment" },
  uploadFile: {},
  deleteReminder: { reminder_id: "id" },
  createReminder: {
    message_id: "int!",
    scheduled_delivery_timestamp: "int!",
    note: "500 characters",
  },
  listReminders: {},
  listScheduledMessages: {},
  deleteScheduledMessage: { scheduled_message_id: "id" },
  updateScheduledMessage: {
    scheduled_message_id: "id",
    ...channelOrUsers,
    scheduled_delivery_timestamp: "int",
  },
  createScheduledMessage: {
    type: "type!",
    to: "id or ids!",
    content: "text!",
    topic: "text",
    scheduled_delivery_timestamp: "int!",
    read_by_sender: "bool",
  },
  reportMessage: { message_id: "id", report_type: "report!", description: "1000 characters" },
  deleteTopic: { stream_id: "id", topic_name: "text!" },
  sendMessage: {
    type: "type!",
    to: "text",
    sender: "text",
    forged: "text",
    topic: "text",
    content: "text!",
    widget_content: "text",
    queue_id: "text",
    local_id: "text",
    time: "text",
    read_by_sender: "bool",
  },
  getMessages: {
    anchor: "text",
    include_anchor: "bool",
    num_before: "count",
    num_after: "count",
    narrow: "narrow",
    use_first_unread_anchor: "bool",
    client_gravatar: "bool",
    apply_markdown: "bool",
    allow_empty_topic_name: "bool",
    message_ids: "ints",
  },
  updateMessageFlags: { messages: "ints!", ...flag },
  matchesNarrow: { msg_ids: "ints!", narrow: "narrow!" },
  getMessage: { message_id: "id", apply_markdown: "bool", allow_empty_topic_name: "bool" },
  listTopics: { stream_id: "id", allow_empty_topic_name: "bool" },
  addReaction: { message_id: "id", ...emoji, emoji_name: "text!" },
  removeReaction: { message_id: "id", ...emoji },
  addSubmessage: { message_id: "int!", msg_type: "widget!", content: "10000 characters!" },
  updateMessage: {
    message_id: "id",
    topic: "text",
    propagate_mode: "propagate mode",
    send_notification_to_old_thread: "bool",
    send_notification_to_new_thread: "bool",
    content: "text",
    prev_content_sha256: "text",
    stream_id: "int",
  },
  deleteMessage: { message_id: "id" },
  getMessageHistory: { message_id: "id", allow_empty_topic_name: "bool" },
  updateMessageFlagsForNarrow: {
    anchor: "text!",
    include_anchor: "bool",
    num_before: "count!",
    num_after: "count!",
    narrow: "narrow",
    ...flag,
  },
  markAllAsRead: {},
  markStreamAsRead: { stream_id: "int!" },
  markTopicAsRead: { stream_id: "int!", topic_name: "text!" },
  setTypingStatus: {
    type: "type",
    op: "op!",
    to: "ints",
    stream_id: "int",
    topic: "text",
  },
  setTypingStatusForMessageEdit: { message_id: "id", op: "op!" },
  renderMessage: { content: "text!" },
  getReadReceipts: { message_id: "id" },
  listDrafts: {},
  createDrafts: { drafts: "drafts" },
  editDraft: { draft_id: "id", draft: "draft!" },
  deleteDraft: { draft_id: "id" },
};
