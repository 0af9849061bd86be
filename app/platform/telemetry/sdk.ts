import { AsyncLocalStorage } from 'node:async_hooks'

import {
  context,
  type Context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

import type { TelemetrySettings } from '#app/platform/config/telemetry-settings.ts'

import { observeOperations } from './operation-spans.ts'
import type { Telemetry } from './telemetry.ts'

/** An unreachable collector fails every few seconds. */
const reportIntervalMs = 60_000

/** Loads OpenTelemetry, so import it only when it is asked for. */
export function startSdk(settings: TelemetrySettings): Telemetry {
  const storage = new AsyncLocalStorage<Context>()
  context.setGlobalContextManager(contextManager(storage))
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const providers = startProviders(settings)
  observeOperations(storage)

  return {
    logFields() {
      const span = trace.getActiveSpan()?.spanContext()
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
    },
    reportTo(log) {
      let reportedAt = -reportIntervalMs
      setGlobalErrorHandler((err) => {
        if (performance.now() - reportedAt < reportIntervalMs) return
        reportedAt = performance.now()
        log.warn({ err }, 'telemetry not exported')
      })
    },
    async shutdown() {
      await Promise.allSettled(providers.map((provider) => provider.shutdown()))
    },
  }
}

function startProviders({ traces, metrics: hasMetrics, metricIntervalMs }: TelemetrySettings) {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'foyer' }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, hostDetector, envDetector] }))
  const providers: { shutdown(): Promise<void> }[] = []
  if (traces) {
    const processor = new BatchSpanProcessor(new OTLPTraceExporter())
    const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] })
    trace.setGlobalTracerProvider(provider)
    providers.push(provider)
  }
  if (hasMetrics) {
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis: metricIntervalMs,
      exportTimeoutMillis: Math.min(metricIntervalMs, 30_000),
    })
    const provider = new MeterProvider({ resource, readers: [reader] })
    metrics.setGlobalMeterProvider(provider)
    providers.push(provider)
  }
  return providers
}

/** A context manager over our own AsyncLocalStorage: OpenTelemetry's does not expose its own, and the channels need it. */
function contextManager(storage: AsyncLocalStorage<Context>) {
  const manager: Parameters<typeof context.setGlobalContextManager>[0] = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (current, run, self, ...args) =>
      storage.run(current, () => Reflect.apply(run, self, args)),
    bind: (current, target) =>
      typeof target === 'function' ? manager.with(current, () => target.bind(undefined)) : target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}
