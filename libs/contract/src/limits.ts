/**
 * The most of everything that comes in numbers: in a request, and kept for somebody. Every text, list and map of every
 * parameter has its maximum from here or beside its declaration (`limits.test.ts` fails otherwise), so that no request
 * costs more than is known. Values are upstream's where it has one (named below), otherwise far beyond what published
 * clients send.
 */

/** Lengths of texts, in characters (code points). An operation may refuse shorter ones in words of its own. */
export const textLimits = {
  /** Keywords, names of settings, codes, ids in form of texts. */
  keyword: 100,
  /** Names, addresses, URLs, and parts of paths that are only looked up. */
  line: 1000,
  /** Addresses at push services, which are longer than others. */
  endpoint: 2048,
  /** Topics and other texts that are cut, and descriptions. */
  text: 10_000,
  /**
   * Markdown of messages, of which max_message_length (10000, upstream) is kept: bots send logs and rely on the cut. As
   * long as a form may be.
   */
  content: 1_048_576,
  /** Names of API keys. */
  keyName: 60,
  /** Names of channels and of folders (upstream). */
  channelName: 60,
  /** Names of people, bots and groups (upstream). */
  fullName: 100,
  /** Recipients of a message as one text: `listLimits.recipients` e-mail addresses. */
  recipients: 128_000,
  /** Addresses to invite as one text: `listLimits.invitees` of them. */
  invitees: 51_200,
  /** Blocks of initial data that a client has, seven characters each: of about ten megabytes. */
  knownBlocks: 140_000,
  /** One value of a bot's storage; upstream limits their sum only, to 10000000. */
  stored: 1_000_000,
} as const;

/** The last that our columns of times hold as well as clients do: the end of the year 9999, in UNIX seconds. */
export const latestSecond = 253_402_300_799;

/** Lengths of lists and maps in a request. */
export const listLimits = {
  /** Messages whose flags are changed, users who are subscribed or made members: whole organizations at once. */
  ids: 10_000,
  /** Messages that are fetched (upstream). */
  messages: 5000,
  /** Entries of the audit log that are fetched. */
  auditEntries: 1000,
  /** Deletions that are fetched, each of which may be of thousands of messages. */
  deletions: 200,
  /** Legal holds that are fetched. */
  legalHolds: 1000,
  /**
   * Messages that are compared with a narrow, which takes the words of each apart; clients ask about those that just
   * came.
   */
  comparedMessages: 1000,
  /** Channels to subscribe to, leave or change settings of. */
  channels: 2000,
  /** Channels that one request creates, each of which begins with a message. */
  newChannels: 40,
  /** Subscriptions that one request adds or takes away: its channels times its users. */
  memberships: 10_000,
  /** Groups within a group or a permission. */
  groups: 1000,
  /** People of one direct message. */
  recipients: 500,
  /** People invited by one request, each of whom is sent an e-mail. */
  invitees: 200,
  /** Filters of a narrow; clients send up to about ten. */
  narrowTerms: 50,
  /** Pairs of a queue's narrow, which is held in memory as long as the queue lives. */
  queueNarrowTerms: 20,
  /** Names of event types, of which there are about a hundred. */
  eventTypes: 200,
  /** Drafts that are created at once. */
  drafts: 200,
  /** Values of a bot's storage or configuration that are read or written at once. */
  entries: 1000,
  /** Options of a profile field, and people in one. */
  choices: 500,
} as const;

/** Lengths of what a narrow looks for: each operand, and in all its searches together. */
export const searchLimits = {
  operandLength: 1000,
  /** Characters of an operand in the narrow of a queue: names of channels, topics, addresses. */
  queueOperandLength: 300,
  /** Characters of all searches of a narrow together. */
  length: 2000,
  /** Texts between quotation marks, of all searches of a narrow together. */
  phrases: 20,
} as const;

/**
 * Numbers of records that are kept. One more is refused, except where the entry says that the oldest ends; the limits
 * hold under concurrency.
 */
export const storedLimits = {
  /**
   * With one more the queue that nobody has polled for longest ends, so that who registers again and again goes on
   * working.
   */
  queuesOfUser: { most: 100, what: "event queues of one user" },
  /** As many as `POST /register` shows (upstream). */
  draftsOfUser: { most: 1000, what: "drafts" },
  savedSnippetsOfUser: { most: 1000, what: "saved snippets" },
  scheduledOfUser: { most: 1000, what: "scheduled messages" },
  remindersOfUser: { most: 1000, what: "reminders" },
  alertWordsOfUser: { most: 1000, what: "alert words" },
  mutedUsersOfUser: { most: 10_000, what: "muted users" },
  /** Preferences that follow from a user's own messages are never refused. */
  topicPreferencesOfUser: { most: 20_000, what: "muted, unmuted and followed topics" },
  navigationViewsOfUser: { most: 500, what: "navigation views" },
  /** With one more the oldest is forgotten: phones go without a word. */
  pushDevicesOfUser: { most: 100, what: "devices of one user" },
  botsOfUser: { most: 500, what: "bots of one owner" },
  submessagesOfUser: { most: 1000, what: "changes of one user to a poll or a todo list" },
  reactionsOfUser: { most: 100, what: "reactions of one user to a message" },
  linkifiers: { most: 200, what: "linkifiers" },
  playgrounds: { most: 500, what: "code playgrounds" },
  profileFields: { most: 100, what: "custom profile fields" },
  emoji: { most: 10_000, what: "custom emoji" },
  userGroups: { most: 5000, what: "user groups" },
  channelFolders: { most: 1000, what: "channel folders" },
  domains: { most: 1000, what: "domains" },
  blockedAddresses: { most: 1000, what: "blocked addresses and domains" },
  invitations: { most: 10_000, what: "open invitations" },
  auditDestinations: { most: 5, what: "servers that the audit log is sent to" },
  scimTokens: { most: 10, what: "tokens for SCIM" },
  /** Those that are on. */
  legalHolds: { most: 100, what: "legal holds" },
  /** Those that are kept: each may be as large as all files of an organization. */
  legalHoldExports: { most: 10, what: "exports of legal holds" },
} as const;
