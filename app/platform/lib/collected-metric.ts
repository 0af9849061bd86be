import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client'

interface CollectedMetric {
  kind: 'counter' | 'gauge'
  name: string
  help: string
  /** If absent, `read` returns one number. */
  label?: string
  /** How to combine the values of several workers; the sum unless given. */
  aggregator?: Aggregator
  /** The value now, or one per label value. */
  read: () => CollectedValue | Promise<CollectedValue>
}

type CollectedValue = number | Record<string, number>

/** Registers a metric whose value is kept elsewhere and read on each scrape. */
export function registerCollectedMetric(registry: Registry, metric: CollectedMetric): void {
  const { kind, name, help, label = '', aggregator = 'sum', read } = metric
  const Metric = kind === 'counter' ? Counter : Gauge
  const labelNames = label ? [label] : []
  const observed = new Metric({
    name,
    help,
    labelNames,
    aggregator,
    registers: [registry],
    async collect() {
      const value = await read()
      observed.reset()
      if (typeof value === 'number') observed.inc(value)
      else for (const [key, count] of Object.entries(value)) observed.inc({ [label]: key }, count)
    },
  })
}
