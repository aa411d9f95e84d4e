/** Names this tab, until it is loaded again. */
export const tabId: string = Math.random().toString(36).slice(2);
