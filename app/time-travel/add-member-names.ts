import type { Db } from '#app/platform/db/connect.ts'
import { accountNames } from '#app/platform/event-log/account-names.ts'

import type { EventRow } from './pages.ts'

/** Adds the names of members of a team who acted, which the log does not store. Older events have them. */
export async function addMemberNames<Row extends EventRow>(db: Db, rows: Row[]): Promise<Row[]> {
  const names = await accountNames(db, rows.map(unnamedMember))
  return rows.map((row) => {
    const name = names.get(unnamedMember(row))
    if (name === undefined) return row
    const performedBy = { ...Object(row.data['performedBy']), name }
    return { ...row, data: { ...row.data, performedBy } }
  })
}

/** The id; null for other events. */
function unnamedMember({ data }: EventRow): unknown {
  const { kind, id = null, name } = Object(data['performedBy'])
  return kind === 'team-member' && name === undefined ? id : null
}
