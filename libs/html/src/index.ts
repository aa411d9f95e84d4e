export { fill, type TextValues } from "./fill.ts";
export { Html, html, inline, prose } from "./html.ts";
