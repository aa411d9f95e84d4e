import { startTracing } from "./tracing.ts";

/**
 * For `node --import @team-chat/telemetry/register`: tracing is on before the first module of the service is loaded.
 */
const stopTracing = await startTracing("team-chat");
process.once("beforeExit", () => void stopTracing());
