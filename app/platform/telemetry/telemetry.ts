import type { Config } from '#app/platform/config/config.ts'
import { ConfigError } from '#app/platform/config/env-reader.ts'
import type { Log } from '#app/platform/lib/log.ts'

export interface Telemetry {
  /** The ids of the current trace and span, for a log line. */
  logFields(): Record<string, string>
  /** Reports failed exports to the log. */
  reportTo(log: Log): void
  /** Exports what waits, for at most some seconds. */
  shutdown(): Promise<void>
}

/** Versions that are tested together. An installation has them only if its operator adds them. */
export const telemetryPackages = {
  '@opentelemetry/core': '2.12.0',
  '@opentelemetry/exporter-metrics-otlp-proto': '0.223.0',
  '@opentelemetry/exporter-trace-otlp-proto': '0.223.0',
  '@opentelemetry/resources': '2.12.0',
  '@opentelemetry/sdk-metrics': '2.12.0',
  '@opentelemetry/sdk-trace-base': '2.12.0',
}

/** @throws ConfigError when the packages are not installed */
export async function startTelemetry({ telemetry }: Config): Promise<Telemetry | null> {
  if (!telemetry) return null
  const { startSdk } = await import('./sdk.ts').catch(rethrowMissingPackage)
  return startSdk(telemetry)
}

function rethrowMissingPackage(error: unknown): never {
  const isMissing =
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (!isMissing || !error.message.includes('@opentelemetry/')) throw error
  const packages = Object.entries(telemetryPackages).map(([name, version]) => `${name}@${version}`)
  throw new ConfigError([
    'The OTEL_ variables ask for OpenTelemetry, whose packages are not installed. Set OTEL_SDK_DISABLED=true, or run:',
    `npm install --no-save --omit=dev ${packages.join(' ')}`,
  ])
}
