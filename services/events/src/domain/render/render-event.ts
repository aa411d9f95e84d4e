import type { EntryEvent } from "../stream/entry.ts";
import { maskActor } from "./mask-actor.ts";
import type { RenderOptions } from "./renderer.ts";
import { rendererOf } from "./renderers.ts";

/**
 * Renders JSON texts of the client events without their closing `}`, made once for each variant; `isStranger` when
 * whoever acted is unknown to the reader.
 */
export function renderEvent(
  event: EntryEvent,
  options: RenderOptions,
  isStranger = false,
): readonly string[] {
  const { domain, rendered } = event;
  const renderer = rendererOf(domain.event.type);
  const form = renderer.variant(options);
  const variant = isStranger ? `?${form}` : form;
  const known = rendered.get(variant);
  if (known) return known;
  const texts = renderer
    .render(isStranger ? maskActor(domain) : domain, options)
    .map((clientEvent) => JSON.stringify(clientEvent).slice(0, -1));
  rendered.set(variant, texts);
  return texts;
}
