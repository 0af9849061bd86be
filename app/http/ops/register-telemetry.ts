import type { App } from '#app/http/server/app-type.ts'

/** Spans and metrics of requests. Loaded only if asked for: they import OpenTelemetry, which is not installed otherwise. */
export async function registerTelemetry(app: App): Promise<void> {
  if (!app.config.telemetry) return
  const { requestSpans } = await import('./request-spans.ts')
  const { telemetryGauges } = await import('./telemetry-gauges.ts')
  requestSpans(app)
  telemetryGauges(app)
}
