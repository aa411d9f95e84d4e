/** Names the build: its script is called after what is in it. */
export const build: string = new URL(import.meta.url).pathname;
