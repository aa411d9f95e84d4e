export { type Rendered, renderMarkdown } from "./render-markdown.ts";
export type { Mentions, Names } from "./rendering.ts";
