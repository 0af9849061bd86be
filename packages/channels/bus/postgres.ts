import { Client, Pool } from 'pg'

import type { Bus } from './bus.ts'
import { Follower, newsIn } from './follower.ts'
import { PostgresLog } from './postgres-log.ts'
import { tables } from './postgres-statements.ts'

export interface PostgresBusOptions {
  /** Of the database itself or of a pooler that pools sessions; LISTEN does not survive pooling by transaction. */
  url: string
  /** Several applications may share one database. */
  prefix?: string
  /** How long what was said is kept for those who missed it. */
  keptMs?: number
  cacheMs?: number
}

const longestPauseMs = 1000
const tidyMs = 30_000
const answerMs = 3000

/** A bus in PostgreSQL: a table keeps the order, and NOTIFY brings its news when they fit, or says that there are some. */
export function postgresBus({
  url,
  prefix = 'channels',
  keptMs = 300_000,
  cacheMs = 1_800_000,
}: PostgresBusOptions): Bus {
  const times = { connectionTimeoutMillis: 2000, query_timeout: answerMs }
  const pool = new Pool({ connectionString: url, max: 2, ...times })
  pool.on('error', ignore)
  const news = `${prefix}_news`
  const log = new PostgresLog(pool, prefix, news, { keptMs, cacheMs })
  let follower: Follower | undefined
  const listening = listenerOn(url, news, {
    cut: () => follower?.cut(),
    restored: () => follower?.restored(),
    news: (message) => follower?.news(...newsIn(message)),
  })
  let tidying: NodeJS.Timeout | undefined

  return {
    async append(entries, cached) {
      follower?.expect(...(await log.append(entries, cached)))
    },
    async open(listener) {
      const own = new Follower(log, listener)
      await log.prepare()
      await listening.open()
      follower = own
      await own.open(await log.cached())
      tidying = setInterval(() => void log.tidy().catch(ignore), tidyMs).unref()
    },
    listeners: () => log.listeners(),
    async close() {
      clearInterval(tidying)
      follower?.close()
      await listening.close()
      await pool.end()
    },
  }
}

/** Makes the tables of a bus where they are missing. It does so itself when it opens; this is for where its role may not. */
export async function makeTables(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  await client.connect()
  await client.query(tables).finally(() => client.end())
}

interface Ears {
  cut(): void
  restored(): void
  news(message: string): void
}

/** A connection of its own that listens, and listens again when it was cut. */
function listenerOn(url: string, channel: string, ears: Ears) {
  let client: Client | undefined
  let isClosed = false

  async function listen(): Promise<void> {
    const own = new Client({
      connectionString: url,
      application_name: channel,
      keepAlive: true,
      connectionTimeoutMillis: 2000,
    })
    own.on('error', ignore)
    own.on('notification', ({ payload = '' }) => ears.news(payload))
    await own.connect()
    await own.query(`listen ${own.escapeIdentifier(channel)}`)
    if (isClosed) return own.end()
    client = own
    own.once('end', () => {
      ears.cut()
      void again()
    })
  }

  async function again(pauseMs = 50): Promise<void> {
    if (isClosed) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    await listen().then(ears.restored, () => again(Math.min(pauseMs * 2, longestPauseMs)))
  }

  return {
    async open() {
      if (!client) await listen()
    },
    async close() {
      isClosed = true
      await client?.end()
    },
  }
}

function ignore(): void {}
