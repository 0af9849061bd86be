import { defineConfig } from '@adonisjs/lucid'

import env from '#start/env'

export default defineConfig({
  connection: 'sqlite',
  connections: {
    sqlite: {
      client: 'better-sqlite3',
      connection: { filename: env.get('DATABASE_PATH') },
      useNullAsDefault: true,
      pool: {
        // Sessions in the database are written on each visit, which without these waits for the disk.
        afterCreate(connection, done) {
          connection.pragma('journal_mode = WAL')
          connection.pragma('synchronous = NORMAL')
          done(null, connection)
        },
      },
    },
  },
})
