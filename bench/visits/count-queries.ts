/** Counts the queries of a visit with the same application and storage. */
import { join } from 'node:path'

import { productionAssets } from '#app/http/inertia/assets.ts'
import { systemClock as clock } from '#app/platform/clock/clock.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect } from '#app/platform/db/connect.ts'
import { createFileStore } from '#app/platform/files/file-store.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { buildApp } from '#app/server/build-app.ts'

export interface VisitRequest {
  path: string
  headers: Record<string, string>
}

export async function countQueries(
  env: Record<string, string>,
  visits: VisitRequest[],
): Promise<number[]> {
  let queries = 0
  const config = readConfig(env)
  const database = await connect(config.databaseUrl, { onQuery: () => queries++ })
  const assets = await productionAssets(join(import.meta.dirname, '../../dist'))
  const keys = createKeyring(config.appKeys)
  const services = { config, clock, database, keys, files: await createFileStore(config), assets }
  const app = await buildApp({
    ...services,
    limits: memoryRateLimits({ clock }),
  })

  const counts: number[] = []
  for (const { path, headers } of visits) {
    queries = 0
    const response = await app.inject({ url: path, headers })
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
    counts.push(queries)
  }
  await app.close()
  await database.close()
  return counts
}
