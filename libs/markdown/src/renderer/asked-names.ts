const user = /(?=@_?\*\*([^*\n]+)\*\*)/g;
const group = /(?=@_?\*([^*\n]+)\*)/g;
const channel = /(?=#\*\*([^*\n]+)\*\*)/g;
const emoji = /(?=:([\p{L}\p{N}_+-]+):)/gu;
const withId = /^(.*)\|(\d{1,15})$/;
const atMessage = /^(.*)@\d{1,15}$/;

/** Names that a text may look up: more than it will, never less. Each is there once. */
export interface AskedNames {
  readonly users: readonly { readonly name: string; readonly id: number | null }[];
  readonly groups: readonly string[];
  readonly channels: readonly string[];
  readonly topics: readonly { readonly channel: string; readonly topic: string }[];
  readonly emoji: readonly string[];
}

/**
 * Takes time in proportion to the text: every pattern ends where its next match may begin, and looks ahead, so that
 * matches may overlap.
 */
export function askedNames(content: string): AskedNames {
  const text = asParsed(content);
  return {
    users: found(text, user).map(userOf),
    groups: found(text, group),
    channels: found(text, channel).flatMap((written) => [written, channelOf(written)]),
    topics: topicsIn(text),
    emoji: found(text, emoji),
  };
}

/** Lists channels and topics that a text may link to, by name: what `findTopic` will be asked for. */
export function linkedTopics(content: string): AskedNames["topics"] {
  return content.includes("#") ? topicsIn(asParsed(content)) : [];
}

/** Returns the text as rules see it, once as it is written and once as it is within the cells of a table. */
function asParsed(content: string): string {
  const text = content.toWellFormed().replaceAll("\0", "\ufffd");
  return text.includes("\\|") ? `${text}\n${text.replaceAll("\\|", "|")}` : text;
}

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, written = ""]) => written))];
}

function userOf(written: string): AskedNames["users"][number] {
  const [, name = written, id] = withId.exec(written) ?? [];
  return { name, id: id === undefined ? null : Number(id) };
}

function channelOf(written: string): string {
  return written.split(">", 1)[0] ?? "";
}

function topicsIn(text: string): AskedNames["topics"] {
  return found(text, channel).flatMap((written) => {
    const name = channelOf(written);
    if (name === "" || name === written) return [];
    const topic = written.slice(name.length + 1);
    // A link to a message names its topic only to be read.
    return atMessage.test(topic) ? [] : [{ channel: name, topic }];
  });
}
