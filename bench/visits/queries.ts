/** Counts the queries of a visit: the same application on the same storage, with a database that counts. */
import { join } from 'node:path'

import { buildApp } from '#app/build-app.ts'
import { builtAssets } from '#app/http/assets.ts'
import { systemClock as clock } from '#app/platform/clock.ts'
import { readConfig } from '#app/platform/config.ts'
import { connect } from '#app/platform/db/connect.ts'
import { keyring } from '#app/platform/keys.ts'
import { memoryRateLimits } from '#app/platform/rate-limits.ts'

export interface Asked {
  path: string
  headers: Record<string, string>
}

/** @returns the number of queries each visit made */
export async function countQueries(
  env: Record<string, string>,
  visits: Asked[],
): Promise<number[]> {
  let queries = 0
  const config = readConfig(env)
  const database = await connect(config.databaseUrl, { onQuery: () => queries++ })
  const assets = await builtAssets(join(import.meta.dirname, '../../dist'))
  const keys = keyring(config.appKeys)
  const parts = { config, clock, database, keys, assets }
  const app = await buildApp({
    ...parts,
    limits: memoryRateLimits({ clock }),
  })

  const counts: number[] = []
  for (const { path, headers } of visits) {
    queries = 0
    const answer = await app.inject({ url: path, headers })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
    counts.push(queries)
  }
  await app.close()
  await database.close()
  return counts
}
