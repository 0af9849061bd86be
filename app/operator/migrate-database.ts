import { beginRecords } from '#app/platform/begin-records.ts'
import { prepareBus } from '#app/platform/broadcast/bus.ts'
import { migrate, migrations, pendingMigrations } from '#app/platform/db/migrate.ts'

import type { Command } from './command.ts'

export const migrateDatabase: Command = {
  usage: '',
  summary: 'applies the migrations the database lacks; the start does it too',
  words: { least: 0, most: 0 },
  changes: true,
  anyDatabase: true,
  async run(operation) {
    const database = await operation.database()
    const applied = await migrate(database)
    await prepareBus(operation.config)
    await beginRecords(database.db, operation.config.storageDir, operation.now)
    const lines = applied.map((name) => `Applied ${name}`)
    return { data: { applied }, lines: lines.length > 0 ? lines : ['Nothing is missing.'] }
  },
}

export const migrationStatus: Command = {
  usage: '',
  summary: 'tells which migrations the database has',
  details: 'Exit status 1 when one is missing.',
  words: { least: 0, most: 0 },
  changes: false,
  anyDatabase: true,
  async run(operation) {
    const missing = new Set(await pendingMigrations(await operation.database()))
    const all = Object.keys(migrations).map((name) => ({ name, applied: !missing.has(name) }))
    const lines = all.map(({ name, applied }) => `${applied ? 'applied' : 'missing'}  ${name}`)
    return { data: { migrations: all }, lines, failed: missing.size > 0 }
  },
}
