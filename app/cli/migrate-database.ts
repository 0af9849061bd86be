import { features } from '#app/features.ts'
import { migrate, pendingMigrations } from '#app/platform/db/migrate.ts'
import { migrations } from '#app/platform/db/migrations.ts'
import { adoptLegacyLogs } from '#app/platform/event-log/adopt-legacy-logs.ts'
import { createBusTables } from '#app/platform/realtime/channels-bus.ts'

import type { Command } from './command.ts'

export const migrateDatabase: Command = {
  usage: '',
  summary: 'applies pending migrations, as every server start does',
  args: { min: 0, max: 0 },
  isMutating: true,
  allowsAnyDatabase: true,
  async run(invocation) {
    const database = await invocation.database()
    const applied = await migrate(database)
    await createBusTables(invocation.config)
    await adoptLegacyLogs(database.db, {
      applied,
      storageDir: invocation.config.storageDir,
      now: invocation.now,
      features,
    })
    const lines = applied.map((name) => `Applied ${name}`)
    return { data: { applied }, lines: lines.length > 0 ? lines : ['No migrations are pending.'] }
  },
}

export const migrationStatus: Command = {
  usage: '',
  summary: 'shows which migrations are applied',
  details: 'Exits with 1 when a migration is pending.',
  args: { min: 0, max: 0 },
  isMutating: false,
  allowsAnyDatabase: true,
  async run(invocation) {
    const missing = new Set(await pendingMigrations(await invocation.database()))
    const all = Object.keys(migrations).map((name) => ({ name, applied: !missing.has(name) }))
    const lines = all.map(({ name, applied }) => `${applied ? 'applied' : 'pending'}  ${name}`)
    return { data: { migrations: all }, lines, failed: missing.size > 0 }
  },
}
