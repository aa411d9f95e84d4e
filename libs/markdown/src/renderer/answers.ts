import type { Context, Upload } from "../context.ts";
import { linkedUploads } from "../links/linked-uploads.ts";
import { askedNames } from "./asked-names.ts";

type AnswerOf<Find extends (...given: never[]) => unknown> = NonNullable<ReturnType<Find>>;

/** Everything that the rendering of one text depends on besides the text, as data that another thread can be sent. */
export interface Answers extends Pick<
  Context,
  "realmUrl" | "defaultCodeLanguage" | "previews" | "pagePreviews" | "emoticons"
> {
  /** As JSON text, by which those that were compiled before are known again. */
  readonly linkifiers: string;
  readonly users: ReadonlyMap<string, AnswerOf<Context["findUser"]>>;
  readonly groups: ReadonlyMap<string, AnswerOf<Context["findGroup"]>>;
  readonly channels: ReadonlyMap<string, AnswerOf<Context["findChannel"]>>;
  readonly topics: ReadonlyMap<string, number>;
  readonly emoji: ReadonlyMap<string, string>;
  readonly uploads: ReadonlyMap<string, Upload>;
}

/** Asks the context for all that the text may ask it for. */
export function answersFor(content: string, context: Context): Answers {
  const { realmUrl, defaultCodeLanguage, previews, pagePreviews, emoticons } = context;
  const { users, groups, channels, topics, emoji } = askedNames(content);
  return {
    realmUrl,
    defaultCodeLanguage,
    previews,
    pagePreviews,
    emoticons,
    linkifiers: jsonOf(context.linkifiers),
    users: answered(users, userKey, ({ name, id }) => pickUser(context.findUser(name, id))),
    groups: answered(groups, itself, (name) => pickGroup(context.findGroup(name))),
    channels: answered(channels, itself, (name) => pickChannel(context.findChannel(name))),
    topics: answered(
      topics.flatMap(({ channel, topic }) => {
        const id = context.findChannel(channel)?.id;
        return id === undefined ? [] : [{ id, topic }];
      }),
      topicKey,
      ({ id, topic }) => context.findTopic(id, topic),
    ),
    emoji: answered(emoji, itself, (name) => context.findEmoji(name)),
    uploads: answered(linkedUploads(content), decodedPath, (path) => context.findUpload(path)),
  };
}

const parsed = new Map<string, Context["linkifiers"]>();
/** Organizations whose linkifiers stay compiled. */
const maxParsed = 100;

/** Makes the context that gives the answers that were asked for, and knows nothing else. */
export function contextOf({ linkifiers, ...answers }: Answers): Context {
  const { users, groups, channels, topics, emoji, uploads, ...settings } = answers;
  return {
    ...settings,
    linkifiers: linkifiersOf(linkifiers),
    findUser: (name, id) => users.get(userKey({ name, id })) ?? null,
    findGroup: (name) => groups.get(name) ?? null,
    findChannel: (name) => channels.get(name) ?? null,
    findTopic: (id, topic) => topics.get(topicKey({ id, topic })) ?? null,
    findEmoji: (name) => emoji.get(name) ?? null,
    findUpload: (path) => uploads.get(decodedPath(path)) ?? null,
  };
}

function answered<Asked, Found>(
  asked: readonly Asked[],
  keyOf: (one: Asked) => string,
  find: (one: Asked) => Found | null,
): Map<string, Found> {
  const answers = new Map<string, Found>();
  for (const one of asked) {
    const answer = find(one);
    if (answer !== null) answers.set(keyOf(one), answer);
  }
  return answers;
}

function itself(name: string): string {
  return name;
}

function userKey({ name, id }: { readonly name: string; readonly id: number | null }): string {
  return `${id ?? ""}|${name}`;
}

function topicKey({ id, topic }: { readonly id: number; readonly topic: string }): string {
  return `${id}>${topic}`;
}

/** Addresses may be written encoded or not. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// What is found may carry more than a rendering needs, and more than should be copied.

function pickUser(user: ReturnType<Context["findUser"]>) {
  return user && { id: user.id, fullName: user.fullName, isActive: user.isActive };
}

function pickGroup(group: ReturnType<Context["findGroup"]>) {
  return group && { id: group.id, displayName: group.displayName, deactivated: group.deactivated };
}

function pickChannel(channel: ReturnType<Context["findChannel"]>) {
  return channel && { id: channel.id, name: channel.name };
}

const texts = new WeakMap<Context["linkifiers"], string>();

function jsonOf(linkifiers: Context["linkifiers"]): string {
  const known = texts.get(linkifiers);
  if (known !== undefined) return known;
  const text = JSON.stringify(
    linkifiers.map(({ pattern, url_template }) => ({ pattern, url_template })),
  );
  texts.set(linkifiers, text);
  return text;
}

/** Returns the same list for the same text, so that it is compiled once. */
function linkifiersOf(text: string): Context["linkifiers"] {
  const list = parsed.get(text) ?? (JSON.parse(text) as Context["linkifiers"]);
  parsed.delete(text);
  parsed.set(text, list);
  for (const oldest of parsed.keys()) {
    if (parsed.size <= maxParsed) break;
    parsed.delete(oldest);
  }
  return list;
}
