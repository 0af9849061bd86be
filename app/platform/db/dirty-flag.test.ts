import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createEmptyDatabase, openConnection } from '#testing/test-database.ts'

import { clearDirtyFlag, setDirtyFlag } from './dirty-flag.ts'

test('a flag that is set is not written again, one that another process cleared is', async (t) => {
  const url = await createEmptyDatabase(t, 'sqlite')
  const queries: string[] = []
  const server = await openConnection(t, url, { onQuery: (text) => queries.push(text) })
  const other = await openConnection(t, url)
  const writesOf = async (work: Promise<void>) => {
    queries.length = 0
    await work
    return queries.filter((text) => /checkpoint|=/.test(text)).length
  }

  assert.equal(await writesOf(setDirtyFlag(server)), 2)
  assert.equal(await writesOf(setDirtyFlag(server)), 0)
  await clearDirtyFlag(other)
  assert.equal(await writesOf(setDirtyFlag(server)), 2)
})
