import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Foyer } from './foyer.ts'
import type { Person } from './people.ts'

/** Someone with their hands in the database changes what an account's first event says, and covers their tracks. */
export function breakRecord({ storage }: Foyer, { email, name }: Person): void {
  const database = new DatabaseSync(join(storage, 'foyer.sqlite'), { timeout: 30_000 })
  const guards = database
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'events'")
    .all()
  database.exec('begin immediate')
  for (const guard of guards) database.exec(`drop trigger "${String(guard['name'])}"`)
  database
    .prepare(
      `update events set data = replace(data, ?, 'Eve')
       where seq = 1 and user_id = (select id from users where email = ?)`,
    )
    .run(name, email)
  for (const guard of guards) database.exec(String(guard['sql']))
  database.exec('commit')
  database.close()
}
