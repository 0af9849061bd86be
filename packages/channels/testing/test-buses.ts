import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'

import { type Bus, memoryBus } from '@foyer/channels'
import { postgresBus } from '@foyer/channels/postgres'
import { redisBus } from '@foyer/channels/redis'
import { Client } from 'pg'

export const redisUrl = process.env['TEST_REDIS_URL']
const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const schema = uniqueName()
export const postgresUrl = process.env['TEST_DATABASE'] === 'postgres' ? schemaUrl() : undefined

export interface BusKind {
  name: 'memory' | 'redis' | 'postgres'
  /** Returns a factory of buses for the nodes of one cluster. */
  cluster(): { prefix: string; bus(): Bus }
}

const memory: BusKind = {
  name: 'memory',
  cluster() {
    const bus = memoryBus()
    return { prefix: '', bus: () => bus }
  },
}

const redis: BusKind = {
  name: 'redis',
  cluster() {
    const prefix = uniqueName()
    return { prefix, bus: () => redisBus({ url: redisUrl ?? '', prefix }) }
  },
}

const postgres: BusKind = {
  name: 'postgres',
  cluster() {
    const prefix = uniqueName()
    return { prefix, bus: () => postgresBus({ url: postgresUrl ?? '', prefix }) }
  },
}

/** Creates a schema for the test file that calls it. */
export function useOwnSchema(): void {
  if (!postgresUrl) return
  before(() => runOnServer(`create schema ${schema}`))
  after(() => runOnServer(`drop schema ${schema} cascade`))
}

async function runOnServer(statement: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}

function schemaUrl(): string {
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href.replaceAll('+', '%20')
}

function uniqueName(): string {
  return `test_${randomBytes(6).toString('hex')}`
}

/** The external buses configured for this test run. */
export const externalBuses = [...(redisUrl ? [redis] : []), ...(postgresUrl ? [postgres] : [])]
export const buses = [memory, ...externalBuses]
