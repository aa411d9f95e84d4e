/** Time for which exports of holds and of people are kept once they have ended (docs/export.md#what-is-a-persons). */
export const keptMs = 604_800_000;

/** Time for which archives of organizations are kept (docs/hosting.md#exports). */
export const archivesKeptMs = 2_592_000_000;
