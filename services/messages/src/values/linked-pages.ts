/** Time for which a page is not looked up again (docs/behaviour/markdown.md#previews-of-pages). */
export const freshMs = 86_400_000;
