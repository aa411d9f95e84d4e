import { messageRenderer } from "./render-message.ts";
import { subscriptionRenderer } from "./render-subscription.ts";
import { plain, type Renderer } from "./renderer.ts";

const byType: Readonly<Record<string, Renderer>> = {
  message: messageRenderer,
  subscription: subscriptionRenderer,
};

/** How events of this type look to clients. */
export function rendererOf(type: string): Renderer {
  return byType[type] ?? plain;
}
