/** The variables of OpenTelemetry that decide whether anything is loaded; the SDK reads its own others. */
export const openTelemetry = {
  endpoint: process.env["OTEL_EXPORTER_OTLP_ENDPOINT"],
  serviceName: process.env["OTEL_SERVICE_NAME"],
};
