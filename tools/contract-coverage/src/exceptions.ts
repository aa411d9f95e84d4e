/** By `operation: promise`, why no test can show it. */
export type Exceptions = Readonly<Record<string, string>>;

/** Short, and each with its reason. What a test shows after all has to leave the list. */
export const exceptions: Exceptions = {
  "uploadFile: answers SERVICE_UNAVAILABLE":
    "Only when storing the bytes takes longer than the hour after which they are removed.",
};
