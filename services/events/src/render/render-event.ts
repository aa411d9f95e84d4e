import type { EntryEvent } from "../stream/entry.ts";
import type { RenderOptions } from "./render-options.ts";
import { rendererOf } from "./renderers.ts";

/** JSON texts of the client events without their closing `}`, made once for each variant. */
export function renderEvent(event: EntryEvent, options: RenderOptions): readonly string[] {
  const { domain, rendered } = event;
  const renderer = rendererOf(domain.event.type);
  const variant = renderer.variant(options);
  const known = rendered.get(variant);
  if (known) return known;
  const texts = renderer
    .render(domain, options)
    .map((clientEvent) => JSON.stringify(clientEvent).slice(0, -1));
  rendered.set(variant, texts);
  return texts;
}
