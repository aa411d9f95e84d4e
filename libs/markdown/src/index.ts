export {
  type Context as MarkdownContext,
  emptyContext,
  type Linkifier,
  type Mentions,
  type Names,
  type Upload,
  type UploadedImage,
} from "./context.ts";
export { linkedUploads } from "./links/linked-uploads.ts";
export { type TopicLink, topicLinks } from "./links/topic-links.ts";
export { renderProse } from "./plain-prose.ts";
export { renderMarkdown } from "./render-markdown.ts";
export type { Rendered } from "./rendered.ts";
export { linkedTopics } from "./rules/channel-link.ts";
