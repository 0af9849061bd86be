import type { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'

import {
  type Attributes,
  context,
  type Context,
  metrics,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

import {
  jobRuns,
  mailDeliveries,
  passwordHashes,
  postgresQueries,
  renders,
  sqliteQueries,
} from './trace-channels.ts'

interface Operation<Message> {
  /** The event of the channel after which it is over. */
  endsWith: 'end' | 'asyncEnd'
  /** A job starts a trace. Other operations are part of one, or have no span. */
  isRoot?: boolean
  kind?: SpanKind
  metric: string
  name(message: Message): string
  attributes?(message: Message): Attributes
  /** Also metric labels, so only values with low cardinality. */
  labels?(message: Message): Attributes
}

/** Publishes a span and a duration for each operation of the tracing channels. */
export function observeOperations(storage: AsyncLocalStorage<Context>): void {
  const query = (system: string) => ({
    kind: SpanKind.CLIENT,
    metric: 'db.client.operation.duration',
    name: ({ sql }: { sql: string }) => sqlVerb(sql),
    attributes: ({ sql }: { sql: string }) => ({ 'db.query.text': sql }),
    labels: ({ sql }: { sql: string }) => ({
      'db.system.name': system,
      'db.operation.name': sqlVerb(sql),
    }),
  })
  observe(storage, sqliteQueries, { ...query('sqlite'), endsWith: 'end' })
  observe(storage, postgresQueries, { ...query('postgresql'), endsWith: 'asyncEnd' })
  observe(storage, renders, {
    endsWith: 'asyncEnd',
    metric: 'foyer.render.duration',
    name: () => 'render',
    labels: ({ page }) => ({ 'foyer.page': page }),
  })
  observe(storage, passwordHashes, {
    endsWith: 'asyncEnd',
    metric: 'foyer.argon2.duration',
    name: () => 'argon2',
    attributes: ({ queuedMs }) => ({ 'foyer.queued_ms': queuedMs }),
  })
  observe(storage, mailDeliveries, {
    endsWith: 'asyncEnd',
    kind: SpanKind.CLIENT,
    metric: 'foyer.mail.duration',
    name: () => 'mail',
    attributes: ({ attempts }) => ({ 'foyer.attempt': attempts }),
  })
  observe(storage, jobRuns, {
    endsWith: 'asyncEnd',
    isRoot: true,
    kind: SpanKind.CONSUMER,
    metric: 'foyer.job.duration',
    name: ({ kind }) => `job ${kind}`,
    attributes: ({ attempts }) => ({ 'foyer.attempt': attempts }),
    labels: ({ kind }) => ({ 'foyer.job': kind }),
  })
}

function observe<Message extends object>(
  storage: AsyncLocalStorage<Context>,
  channel: TracingChannel<Message, unknown>,
  operation: Operation<Message>,
): void {
  const { endsWith, isRoot = false, kind = SpanKind.INTERNAL, metric, labels } = operation
  const tracer = trace.getTracer('foyer')
  const durations = metrics.getMeter('foyer').createHistogram(metric, {
    unit: 's',
    advice: { explicitBucketBoundaries: [0.0001, 0.001, 0.01, 0.05, 0.25, 1, 5] },
  })
  const running = new WeakMap<object, { startedAt: number; span: Span | null }>()

  channel.start.bindStore(storage, (message) => {
    const parent = isRoot ? ROOT_CONTEXT : context.active()
    const hasSpan = isRoot || trace.getSpan(parent) !== undefined
    const span = hasSpan ? tracer.startSpan(operation.name(message), { kind }, parent) : null
    running.set(message, { startedAt: performance.now(), span })
    return span ? trace.setSpan(parent, span) : parent
  })

  channel[endsWith].subscribe((message) => {
    const { startedAt = 0, span } = running.get(message as Message) ?? {}
    const error = (message as { error?: unknown }).error
    const failure: Attributes = error instanceof Error ? { 'error.type': error.name } : {}
    const common = { ...labels?.(message as Message), ...failure }
    durations.record((performance.now() - startedAt) / 1000, common)
    if (!span) return
    span.setAttributes({ ...operation.attributes?.(message as Message), ...common })
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}

/** The first word: `select`. */
function sqlVerb(sql: string): string {
  return /^\W*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'query'
}
