export {
  type Context as MarkdownContext,
  type Linkifier,
  type Mentions,
  type Names,
  type Upload,
  type UploadedImage,
} from "./context.ts";
export { linkedUploads } from "./links/linked-uploads.ts";
export { type LinkedPage, pageEmbed, withEmbeds, withoutPagePictures } from "./links/page-embed.ts";
export { hasPendingPreviews, pendingPreview, settlePreviews } from "./links/settle-previews.ts";
export { patternSize } from "./links/linkifiers.ts";
export { type TopicLink, topicLinks } from "./links/topic-links.ts";
export { renderProse } from "./plain-prose.ts";
export { renderBriefly } from "./render-briefly.ts";
export { renderPlain } from "./render-markdown.ts";
export type { Rendered, RenderedText } from "./rendered.ts";
export { linkedTopics } from "./renderer/asked-names.ts";
export { Renderer, type RendererOptions } from "./renderer/renderer.ts";
