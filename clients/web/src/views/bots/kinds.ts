/** Kinds of bots that people make (docs/behaviour/bots.md#kinds-of-bots). */
export const kinds = { generic: 1, incoming: 2, outgoing: 3 } as const;
