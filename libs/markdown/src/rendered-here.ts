import type { Context } from "./context.ts";
import { renderHeavy, renderLight } from "./render-markdown.ts";
import type { Rendered } from "./rendered.ts";

/** Renders in the thread of a test, with enough time on any machine. */
export function renderedHere(content: string, context: Context): Rendered {
  const limits = { plain: false, attemptMs: 60_000 };
  return renderLight(content, context) ?? renderHeavy(content.toWellFormed(), context, limits);
}
