import { type RawBuilder, sql } from 'kysely'

import { findByAttribute, valueFromText } from '#app/custom-attributes/custom-attributes.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { type Command, type Invocation, UsageError } from './command.ts'
import { numberOption } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

export const listAccounts: Command = {
  usage: '',
  summary: 'lists accounts, newest first',
  options: {
    search: { value: '<text>', help: 'part of the name or address' },
    attribute: { value: '<name>=<value>', help: 'only accounts with this value' },
    locked: { help: 'only locked accounts' },
    unverified: { help: 'only accounts with an unverified address' },
    limit: { value: '<number>', help: 'maximum number of accounts, default 50' },
    before: { value: '<id>', help: 'only accounts created before this one, for the next page' },
  },
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const limit = numberOption(invocation.optionValue('limit'), 50, 1000)
    const search = invocation
      .optionValue('search')
      ?.normalize('NFKC')
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')
    const before = invocation.optionValue('before')
    const attribute = invocation.optionValue('attribute')
    const found = attribute === undefined ? [] : await accountsWith(invocation, db, attribute)

    // Ids are UUIDv7, so they sort by creation time.
    let query = db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'email_verified_at', 'locked_at', 'created_at'])
      .$if(invocation.hasFlag('locked'), (query) => query.where('locked_at', 'is not', null))
      .$if(invocation.hasFlag('unverified'), (query) =>
        query.where('email_verified_at', 'is', null),
      )
      // PostgreSQL knows no empty list.
      .$if(attribute !== undefined, (query) => query.where('id', 'in', [...found, '']))
      .$if(search !== undefined, (query) => query.where(matchesSearch(`%${search}%`)))
      .orderBy('id', 'desc')
      .limit(limit)
    if (before !== undefined) query = query.where('id', '<', before)
    const rows = await query.execute()

    const accounts = rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      verified: row.email_verified_at !== null,
      locked: row.locked_at !== null,
      created_at: toIso(row.created_at),
    }))
    const lines = formatColumns(
      accounts.map(({ id, email, name, verified, locked, created_at }) => [
        id,
        created_at?.slice(0, 10) ?? '',
        email,
        name,
        [...(verified ? [] : ['unverified']), ...(locked ? ['locked'] : [])].join(', '),
      ]),
    )
    return { data: { accounts }, lines: lines.length > 0 ? lines : ['No accounts.'] }
  },
}

/** @throws UsageError */
async function accountsWith(
  { attributes: list }: Invocation,
  db: Db,
  option: string,
): Promise<string[]> {
  const [name = '', ...rest] = option.split('=')
  const attribute = list.find((each) => each.name === name)
  if (!attribute) throw new UsageError(`app/attributes.ts declares no attribute ${name}.`)
  return findByAttribute(db, list, { name, value: valueFromText(attribute, rest.join('=')) })
}

function matchesSearch(pattern: string): RawBuilder<boolean> {
  return sql<boolean>`(email_key like ${pattern} escape '\\' or lower(name) like ${pattern} escape '\\')`
}
