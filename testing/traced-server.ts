import type { TestContext } from 'node:test'

import { HttpClient } from './http-client.ts'
import { startOtlpReceiver } from './otlp-receiver.ts'
import { spawnServer } from './spawn-server.ts'
import { createEmptyDatabase } from './test-database.ts'

/** A server that exports what it does to a collector of the test. */
export async function tracedServer(t: TestContext, variables: Record<string, string> = {}) {
  const collector = await startOtlpReceiver(t)
  const server = await spawnServer(t, {
    DATABASE_URL: await createEmptyDatabase(t),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_SERVICE_NAME: 'accounts',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '300',
    ...variables,
  })
  return { collector, server, browser: new HttpClient(server.origin) }
}
