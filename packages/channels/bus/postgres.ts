import { Client, Pool } from 'pg'

import type { Bus } from './bus.ts'
import { LogFollower, parseNotification } from './log-follower.ts'
import { PostgresLog } from './postgres-log.ts'
import { createTables } from './postgres-statements.ts'

export interface PostgresBusOptions {
  /** A direct connection or a session pooler: LISTEN does not survive transaction pooling. */
  url: string
  /** Lets several applications share one database. */
  prefix?: string
  /** How long entries stay available to nodes that missed them. */
  retentionMs?: number
  cacheMs?: number
}

const maxBackoffMs = 1000
const cleanupIntervalMs = 30_000
const queryTimeoutMs = 3000
/** An idle connection notices a server that vanished only when it sends something. */
const heartbeatMs = 15_000

/** A bus in PostgreSQL: a table stores the log, and NOTIFY carries new entries or announces them. */
export function postgresBus({
  url,
  prefix = 'channels',
  retentionMs = 300_000,
  cacheMs = 1_800_000,
}: PostgresBusOptions): Bus {
  const timeouts = { connectionTimeoutMillis: 2000, query_timeout: queryTimeoutMs }
  const pool = new Pool({ connectionString: url, max: 2, ...timeouts })
  pool.on('error', noop)
  const notifyChannel = `${prefix}_news`
  const log = new PostgresLog(pool, prefix, notifyChannel, { retentionMs, cacheMs })
  let follower: LogFollower | undefined
  const notifications = listenForNotifications(url, notifyChannel, {
    onDisconnect: () => follower?.onDisconnect(),
    onReconnect: () => follower?.onReconnect(),
    onNotification: (message) => follower?.onNotification(...parseNotification(message)),
  })
  let cleanupTimer: NodeJS.Timeout | undefined

  return {
    async append(entries, cached) {
      follower?.expect(...(await log.append(entries, cached)))
    },
    async open(listener) {
      const newFollower = new LogFollower(log, listener)
      await log.createTables()
      await notifications.open()
      follower = newFollower
      await newFollower.open(await log.cached())
      cleanupTimer = setInterval(
        () => void log.deleteExpired().catch(noop),
        cleanupIntervalMs,
      ).unref()
    },
    listeners: () => log.listeners(),
    async close() {
      clearInterval(cleanupTimer)
      follower?.close()
      await notifications.close()
      await pool.end()
    },
  }
}

/** Creates missing tables, for deployments whose server role may not. The bus does so itself when it opens. */
export async function makeTables(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  await client.connect()
  await client.query(createTables).finally(() => client.end())
}

interface NotificationHandlers {
  onDisconnect(): void
  onReconnect(): void
  onNotification(message: string): void
}

/** Listens on a dedicated connection and reconnects when it breaks. */
function listenForNotifications(url: string, channel: string, handlers: NotificationHandlers) {
  let client: Client | undefined
  let isClosed = false

  async function listen(): Promise<void> {
    const newClient = new Client({
      connectionString: url,
      application_name: channel,
      keepAlive: true,
      connectionTimeoutMillis: 2000,
      query_timeout: queryTimeoutMs,
    })
    const abandon = () => newClient.connection.stream.destroy()
    newClient.on('error', noop)
    newClient.on('notification', ({ payload = '' }) => handlers.onNotification(payload))
    await newClient.connect()
    await newClient
      .query(`listen ${newClient.escapeIdentifier(channel)}`)
      .catch((error: unknown) => {
        abandon()
        throw error
      })
    if (isClosed) return newClient.end()
    client = newClient
    const heartbeat = setInterval(
      () => void newClient.query('select 1').catch(abandon),
      heartbeatMs,
    ).unref()
    newClient.once('end', () => {
      clearInterval(heartbeat)
      handlers.onDisconnect()
      void reconnect()
    })
  }

  async function reconnect(delayMs = 50): Promise<void> {
    if (isClosed) return
    await new Promise((resolve) => setTimeout(resolve, delayMs).unref())
    await listen().then(handlers.onReconnect, () => reconnect(Math.min(delayMs * 2, maxBackoffMs)))
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

function noop(): void {}
