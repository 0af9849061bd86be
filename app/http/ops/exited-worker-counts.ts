import { z } from 'zod'

/** The metrics of one worker, as prom-client writes them. */
export const MetricsSchema = z.array(
  z
    .object({
      name: z.string(),
      type: z.string(),
      values: z.array(
        z
          .object({
            value: z.number(),
            labels: z.record(z.string(), z.union([z.string(), z.number()])),
            metricName: z.string().optional(),
          })
          .loose(),
      ),
    })
    .loose(),
)
export type Metrics = z.output<typeof MetricsSchema>

/** Adds the counters and histograms of a worker that has exited; its gauges describe nothing any more. */
export function addExitedWorkerCounts(retired: Metrics, exited: Metrics): Metrics {
  const sums = new Map(retired.map((metric) => [metric.name, metric]))
  for (const metric of exited) {
    if (metric.type !== 'counter' && metric.type !== 'histogram') continue
    const before = sums.get(metric.name)?.values ?? []
    sums.set(metric.name, { ...metric, values: addValues(before, metric.values) })
  }
  return [...sums.values()]
}

type Values = Metrics[number]['values']

function addValues(before: Values, added: Values): Values {
  const sums = new Map(before.map((entry) => [keyOf(entry), entry]))
  for (const entry of added) {
    const { value = 0 } = sums.get(keyOf(entry)) ?? {}
    sums.set(keyOf(entry), { ...entry, value: entry.value + value })
  }
  return [...sums.values()]
}

const keyOf = ({ metricName = '', labels }: Values[number]) =>
  `${metricName} ${JSON.stringify(Object.entries(labels).toSorted())}`
