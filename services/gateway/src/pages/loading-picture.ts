import type { Page } from "./page.ts";

/** Address that messages show in place of a picture whose thumbnail is still to come (libs/markdown). */
export const loadingPath = "/static/images/loading/loader-black.svg";

/** A circle that turns. */
export const loadingPicture: Page = {
  type: "image/svg+xml",
  text: `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
  <circle cx="16" cy="16" r="12" fill="none" stroke="#888" stroke-width="3" stroke-dasharray="50 26">
    <animateTransform attributeName="transform" type="rotate" from="0 16 16" to="360 16 16" dur="1s" repeatCount="indefinite"/>
  </circle>
</svg>
`,
};
