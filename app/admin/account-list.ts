import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import { startsWith } from '#app/platform/db/starts-with.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginateRows } from '#app/platform/lib/paginate-rows.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { accountsPerPage, matchesPerSearch } from './limits.ts'
import type { AccountListQuery, AccountListRow } from './pages.ts'

export const AccountListParams = z.object({
  search: z
    .string()
    .max(320)
    .transform((text) => text.replaceAll('\0', '').trim())
    .catch(''),
  filter: z.enum(['all', 'unverified', 'locked', 'deleting', 'role']).catch('all'),
  sort: z.enum(['newest', 'oldest', 'address']).catch('newest'),
  cursor: z
    .string()
    .max(400)
    .transform((text) => text.replaceAll('\0', ''))
    .optional()
    .catch(undefined),
})

interface AccountPage {
  list: AccountListRow[]
  nextCursor: string | null
}

/** A page of all accounts, or the first matches of a search. Reads by index only: its cost does not grow with the accounts. */
export async function accountList(
  db: Db,
  { search, cursor, ...query }: z.output<typeof AccountListParams>,
): Promise<AccountPage> {
  if (search !== '') return { list: await searchAccounts(db, search), nextCursor: null }
  const rows = await accountsAfter(db, query, cursor).execute()
  const page = paginateRows(rows, accountsPerPage, ({ id, email_key }) =>
    query.sort === 'address' ? email_key : id,
  )
  return { list: page.rows.map(accountListRow), nextCursor: page.next }
}

/** One row more than a page shows, which tells whether there is a next page. Ids are UUIDv7, so they sort by creation time. */
export function accountsAfter(
  db: Db,
  { filter, sort }: Omit<AccountListQuery, 'search'>,
  cursor: string | undefined,
) {
  const column = sort === 'address' ? 'email_key' : 'id'
  const order = sort === 'newest' ? 'desc' : 'asc'
  const query = selectAccounts(db)
    .$if(filter === 'unverified', (query) => query.where('email_verified_at', 'is', null))
    .$if(filter === 'locked', (query) => query.where('locked_at', 'is not', null))
    .$if(filter === 'deleting', (query) => query.where('leaves_at', 'is not', null))
    .$if(filter === 'role', (query) => query.where('role', 'is not', null))
    .orderBy(column, order)
    .limit(accountsPerPage + 1)
  return cursor === undefined ? query : query.where(column, sort === 'newest' ? '<' : '>', cursor)
}

/** Searches by id, or by the beginning of an address or a name. */
async function searchAccounts(db: Db, search: string): Promise<AccountListRow[]> {
  const found = await Promise.all(matches(db, search).map((query) => query.execute()))
  const unique = new Map(found.flat().map((row) => [row.id, row]))
  return [...unique.values()].map(accountListRow)
}

export function matches(db: Db, search: string) {
  const lowerName = sql<string>`lower(name)`
  const byId = selectAccounts(db).where('id', '=', search)
  const byAddress = selectAccounts(db)
    .where(({ ref, val }) => startsWith(ref('email_key'), val(emailKey(search))))
    .orderBy('email_key')
    .limit(matchesPerSearch)
  const byName = selectAccounts(db)
    .where(startsWith(lowerName, sql`lower(${search})`))
    .orderBy(lowerName)
    .limit(matchesPerSearch)
  return [byId, byAddress, byName]
}

type AccountColumns = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number]

function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'created_at', 'email_verified_at'])
    .select(['locked_at', 'leaves_at', 'role'])
}

function accountListRow(row: AccountColumns): AccountListRow {
  const { id, name, email, role } = row
  return {
    id,
    name,
    email,
    role,
    createdAt: toIso(row.created_at),
    isVerified: row.email_verified_at !== null,
    isLocked: row.locked_at !== null,
    isDeleting: row.leaves_at !== null,
  }
}
