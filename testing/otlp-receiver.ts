import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

import { decodeMessage, type Fields } from './protobuf.ts'
import type { Owner } from './test-database.ts'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentId: string
  name: string
  attributes: Record<string, string | number>
  service: string
  isError: boolean
}

export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  /** The names of metrics that arrived. */
  metrics: Set<string>
  /** Waits for a span that has arrived. */
  span(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>
}

/** A collector on this machine: takes OTLP over HTTP in protobuf, as OpenTelemetry's exporters send it. */
export async function startOtlpReceiver(t: Owner): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const metrics = new Set<string>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const isCompressed = request.headers['content-encoding'] === 'gzip'
    const message = decodeMessage(isCompressed ? gunzipSync(body) : body)
    if (request.url === '/v1/traces') spans.push(...readSpans(message))
    if (request.url === '/v1/metrics')
      for (const scope of message.messages(1).flatMap((resource) => resource.messages(2)))
        for (const metric of scope.messages(2)) metrics.add(metric.text(1))
    response.setHeader('content-type', 'application/x-protobuf').end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    spans,
    metrics,
    async span(isWanted) {
      for (let attempt = 0; attempt < 100; attempt++) {
        const span = spans.find(isWanted)
        if (span) return span
        await sleep(100)
      }
      throw new Error(`No such span within 10 seconds: ${spans.map(({ name }) => name).join(', ')}`)
    },
  }
}

/** @see opentelemetry/proto/collector/trace/v1/trace_service.proto, opentelemetry/proto/trace/v1/trace.proto */
function readSpans(request: Fields): ReceivedSpan[] {
  return request.messages(1).flatMap((resourceSpans) => {
    const [resource] = resourceSpans.messages(1)
    const service = String(readAttributes(resource?.messages(1) ?? [])['service.name'])
    const scopes = resourceSpans.messages(2)
    return scopes.flatMap((scope) => scope.messages(2).map((span) => readSpan(span, service)))
  })
}

function readSpan(span: Fields, service: string): ReceivedSpan {
  return {
    traceId: span.hex(1),
    spanId: span.hex(2),
    parentId: span.hex(4),
    name: span.text(5),
    attributes: readAttributes(span.messages(9)),
    service,
    isError: span.messages(15).some((status) => status.number(3) === 2),
  }
}

/** @see opentelemetry/proto/common/v1/common.proto */
function readAttributes(keyValues: Fields[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    keyValues.map((keyValue) => {
      const [value] = keyValue.messages(2)
      return [keyValue.text(1), value?.text(1) || (value?.number(3) ?? 0)]
    }),
  )
}
