import { getServerSettings } from "./get-server-settings.ts";

export { getServerSettings };

export const serverOperations = [getServerSettings] as const;
