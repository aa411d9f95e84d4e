/** Names under which the demo accounts appear in the pictures, by the beginning of their address. */
export const names = {
  owner: "Olive Andersen",
  admin: "Ada Okafor",
  moderator: "Mo Lindqvist",
  member: "Mia Tanaka",
  member2: "Max Ferreira",
  guest: "Gus Weber",
} as const;

export type Person = keyof typeof names;

/** Messages of a topic, in this order, and their writers. */
export interface Conversation {
  readonly channel: string;
  readonly topic: string;
  readonly messages: readonly (readonly [by: Person, text: string])[];
}

/** Channels beside those of the demo. */
export const channels = [
  { name: "design", description: "Screens, words and colours" },
  { name: "launch", description: "Everything until the first of May" },
  { name: "support", description: "What customers ask us" },
  { name: "lunch", description: "Who eats what, where and when" },
] as const;

/** Conversations that have been read already, then those that are unread. */
export const read: readonly Conversation[] = [
  {
    channel: "engineering",
    topic: "Slow search",
    messages: [
      ["member2", "Searching for two words takes 400 ms on the large archive. Anybody seen that?"],
      [
        "admin",
        "Yes, the planner picks the wrong index. This helps:\n\n```sql\ncreate index concurrently on messages\n  using gin (search_text) where not is_deleted;\n```",
      ],
      ["member2", "**38 ms** with it. Thank you! :tada:"],
      ["moderator", "> 38 ms with it\n\nThat is the whole budget saved. Shall we ship it today?"],
      ["member", "I have reviewed it, go ahead. The migration only adds, so it can be taken back."],
    ],
  },
  {
    channel: "design",
    topic: "Empty inbox",
    messages: [
      [
        "moderator",
        "What do people see when everything is read? I would like it calm, not a party.",
      ],
      ["member", "One sentence, and nothing that moves. I like *Nothing is unread.*"],
      ["owner", "+1 for the quiet version"],
    ],
  },
  {
    channel: "lunch",
    topic: "Thursday",
    messages: [["owner", "/poll Where to on Thursday?\nThe ramen place\nThe market\nHere, I cook"]],
  },
];

export const unread: readonly Conversation[] = [
  {
    channel: "launch",
    topic: "Checklist",
    messages: [
      [
        "owner",
        "Three things are left: the **status page**, the mail to customers, the price list.",
      ],
      [
        "admin",
        "@**Mia Tanaka** can you look at the mail until tomorrow? The draft is in the wiki.",
      ],
      [
        "member2",
        "The status page is up. Prices come on Friday, see [the plan](https://example.com).",
      ],
    ],
  },
  {
    channel: "support",
    topic: "Import from spreadsheets",
    messages: [
      ["guest", "Our list has 4,000 rows. Is there a limit?"],
      ["moderator", "10,000 rows for each file. You can import several, one after the other."],
    ],
  },
];
