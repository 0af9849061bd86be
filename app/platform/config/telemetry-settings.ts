import {
  commaSeparated,
  type EnvReader,
  integerBetween,
  invalid,
  oneOf,
  urlWithScheme,
} from './env-reader.ts'

/** The signals to export. OpenTelemetry's packages read the address, headers and sampling from the same variables. */
export interface TelemetrySettings {
  traces: boolean
  metrics: boolean
  metricIntervalMs: number
}

/** Null unless a variable of OpenTelemetry asks for a signal. */
export function readTelemetrySettings(env: EnvReader): TelemetrySettings | null {
  if (env.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null
  const traces = isExported(env, 'TRACES')
  const metrics = isExported(env, 'METRICS')
  if (!traces && !metrics) return null
  for (const scope of ['', 'TRACES_', 'METRICS_'])
    env.read(`OTEL_EXPORTER_OTLP_${scope}PROTOCOL`, 'http/protobuf', oneOf('http/protobuf'))
  const interval = integerBetween(100, 3_600_000)
  const metricIntervalMs = env.read('OTEL_METRIC_EXPORT_INTERVAL', 60_000, interval)
  return { traces, metrics, metricIntervalMs }
}

function isExported(env: EnvReader, signal: 'TRACES' | 'METRICS'): boolean {
  const hasEndpoint = ['', `${signal}_`]
    .map((scope) => env.read(`OTEL_EXPORTER_OTLP_${scope}ENDPOINT`, null, parseEndpoint))
    .some((url) => url !== null)
  return env.read(`OTEL_${signal}_EXPORTER`, hasEndpoint, parseExporter)
}

function parseEndpoint(text: string): URL | null {
  return urlWithScheme('http', 'https')(text)
}

function parseExporter(text: string): boolean {
  const exporters = commaSeparated(text)
  if (exporters.every((name) => name === 'none')) return false
  if (exporters.every((name) => name === 'otlp')) return true
  return invalid(`must be otlp or none, not "${text}".`)
}
