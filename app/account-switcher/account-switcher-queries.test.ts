import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addAccount, grace, registerInOwnBrowser } from '#testing/accounts-in-one-browser.ts'
import { registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

test('a page visit costs two queries, also with several accounts; their names cost a third with a document (SWI-07)', async (t) => {
  const queries: string[] = []
  const onQuery = (sql: string) => {
    if (/^select/i.test(sql) && !sql.includes('broadcasts')) queries.push(sql)
  }
  const foyer = await createTestApp(t, {}, { onQuery })
  const laptop = foyer.browser()
  const countOf = async (visit: Promise<unknown>) => {
    queries.length = 0
    await visit
    return queries.length
  }
  await registerAccount(foyer, laptop)
  await registerInOwnBrowser(foyer, grace)
  await laptop.open('/dashboard')
  const alone = await countOf(laptop.open('/dashboard'))
  await addAccount(laptop, grace)
  await laptop.open('/dashboard')

  await laptop.visit('dashboard')
  const onceProps = { 'x-inertia-except-once-props': 'accounts:1' }
  const document = await countOf(laptop.open('/dashboard'))
  const visit = await countOf(laptop.visitPath('/dashboard', { headers: onceProps }))

  assert.deepEqual({ alone, document, visit }, { alone: 2, document: 3, visit: 2 })
})
