import { type RawBuilder, sql } from 'kysely'

import { moment } from '#app/platform/moment.ts'

import { numberOption } from './command-line.ts'
import type { Command } from './command.ts'
import { columns } from './terminal.ts'

export const listAccounts: Command = {
  usage: '',
  summary: 'lists accounts, the newest first',
  options: {
    search: { value: '<text>', help: 'part of the name or the address' },
    locked: { help: 'only locked ones' },
    unverified: { help: 'only those whose address is not proved' },
    limit: { value: '<number>', help: 'at most so many, 50 if not said' },
    before: { value: '<id>', help: 'only those made before this one: the next page' },
  },
  words: { least: 0, most: 0 },
  changes: false,
  async run(operation) {
    const { db } = await operation.database()
    const limit = numberOption(operation.value('limit'), 50, 1000)
    const search = operation
      .value('search')
      ?.normalize('NFKC')
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')
    const before = operation.value('before')

    // Identifiers sort by the moment they were made.
    const rows = await db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'email_verified_at', 'locked_at', 'created_at'])
      .$if(operation.has('locked'), (query) => query.where('locked_at', 'is not', null))
      .$if(operation.has('unverified'), (query) => query.where('email_verified_at', 'is', null))
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
      .$if(search !== undefined, (query) => query.where(holds(`%${search}%`)))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()

    const accounts = rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      verified: row.email_verified_at !== null,
      locked: row.locked_at !== null,
      created_at: moment(row.created_at),
    }))
    const lines = columns(
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

function holds(pattern: string): RawBuilder<boolean> {
  return sql<boolean>`(email_key like ${pattern} escape '\\' or lower(name) like ${pattern} escape '\\')`
}
