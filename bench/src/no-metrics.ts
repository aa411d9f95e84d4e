// Loaded into every process of a product that measures nothing (`--import`), never in production.
import { createNoopMeter } from "@opentelemetry/api";
import { MeterProvider } from "@opentelemetry/sdk-metrics";

const nothing = createNoopMeter();

MeterProvider.prototype.getMeter = () => nothing;
