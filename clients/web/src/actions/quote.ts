import type { Narrow } from "../state/conversation.ts";

/** Somebody's message, as it is quoted. */
export interface Quoted {
  readonly senderId: number;
  readonly senderName: string;
  /** Markdown. */
  readonly content: string;
  /** Address of the message, with its origin. */
  readonly link: string;
}

/** Text that is to be put into the box of what is open, or will be; empty for the focus alone. */
export interface Insertion {
  readonly narrow: Narrow;
  readonly text: string;
}

/** Writes the Markdown that quotes a message: who wrote it, a link, and the text behind a fence that it has not. */
export function quotation({ content, link, senderId, senderName }: Quoted, said: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}|~{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const person = `@_**${senderName}|${String(senderId)}**`;
  return `${person} [${said}](${link}):\n${fence}quote\n${content}\n${fence}\n`;
}
