import {
  type Context,
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'

/** A span and a duration for every request, except those of health checks. Loads OpenTelemetry. */
export function requestSpans(app: App): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  const tracer = trace.getTracer('foyer')
  const durations = metrics.getMeter('foyer').createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10] },
  })
  const resume = (request: FastifyRequest, done: () => void) =>
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done)

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request
    if (routeOptions.logLevel === 'silent') return done()
    const parent = callerContext(request)
    const name = routeOptions.url ? `${method} ${routeOptions.url}` : method
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent)
    contexts.set(request, trace.setSpan(parent, span))
    resume(request, done)
  })
  // Reading a body continues in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => resume(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT)
    if (!span) return done()
    const labels = requestLabels(request, reply)
    durations.record(reply.elapsedTime / 1000, labels)
    span.setAttributes({ ...labels, 'foyer.request_id': request.id })
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    resume(request, done)
  })
}

/** Continues the caller's trace only behind a trusted proxy; otherwise strangers could write into our traces. */
function callerContext({ ips = [], headers }: FastifyRequest): Context {
  return ips.length > 1 ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
}

/** Labels of a request. Never the path, which may contain the secret of a link. */
function requestLabels(request: FastifyRequest, reply: FastifyReply) {
  const { method, routeOptions, errorName } = request
  return {
    'http.request.method': method,
    'http.route': routeOptions.url ?? '',
    'http.response.status_code': reply.statusCode,
    'foyer.route': routeOptions.config.routeName ?? '',
    ...(errorName && { 'error.type': errorName }),
  }
}
