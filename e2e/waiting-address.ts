import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { TestServer } from './test-server.ts'

/** Puts an address on the waitlist. */
export function addWaitingAddress({ storageDir }: TestServer, email: string): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  database
    .prepare(
      "insert into waitlist (id, email, email_key, locale, created_at) values (?, ?, ?, 'en', ?)",
    )
    .run(randomUUID(), email, email, 1_790_000_000_000)
  database.close()
}
