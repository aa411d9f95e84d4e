/** Causes of deletions: one message, a topic, age, and notices that the server takes back. */
export const deletionReasons = ["message", "topic", "retention", "withdrawn"] as const;
