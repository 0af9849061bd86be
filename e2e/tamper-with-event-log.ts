import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Person } from './account-steps.ts'
import type { TestServer } from './test-server.ts'

/** Changes an account's first event directly in the database, bypassing the triggers. */
export function tamperWithEventLog({ storageDir }: TestServer, { email, name }: Person): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  const triggers = database
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'events'")
    .all()
  database.exec('begin immediate')
  for (const trigger of triggers) database.exec(`drop trigger "${String(trigger['name'])}"`)
  database
    .prepare(
      `update events set data = replace(data, ?, 'Eve')
       where seq = 1 and user_id = (select id from users where email = ?)`,
    )
    .run(name, email)
  for (const trigger of triggers) database.exec(String(trigger['sql']))
  database.exec('commit')
  database.close()
}
