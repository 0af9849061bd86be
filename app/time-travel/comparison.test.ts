import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Pages } from '#app/pages.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

async function loadProps(browser: TestBrowser, query: string): Promise<Pages['TimeTravel/Index']> {
  const { page } = await browser.visitPath(`/time-travel${query}`)
  return JSON.parse(JSON.stringify(page.props))
}

/** Ada, renamed every ten minutes. @returns a moment in the middle of each name */
async function renamedAda(browser: TestBrowser, advance: (ms: number) => void) {
  const moments: string[] = []
  for (const name of ['Ada King', 'Countess', 'Ada Byron']) {
    await browser.visit('user-profile-information.update', { name })
    advance(5 * minutes)
    moments.push(new Date(browser.now).toISOString())
    advance(5 * minutes)
  }
  return moments
}

test('any two moments can be compared, and the address keeps both', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const [king = '', countess = ''] = await renamedAda(laptop, (ms) => foyer.clock.advance(ms))

  const props = await loadProps(laptop, `?at=${king}&with=${countess}`)

  assert.deepEqual(
    [props.past.name, props.compared?.state.name, props.present.name],
    ['Ada King', 'Countess', 'Ada Byron'],
  )
  assert.deepEqual(props.differences, [
    { field: 'name', id: null, before: 'Ada King', after: 'Countess' },
  ])
  assert.equal(props.filters.comparedAt, countess)
})

test('the other moment is now by default, and when it is no time of this account', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const [king = ''] = await renamedAda(laptop, (ms) => foyer.clock.advance(ms))

  for (const other of ['', '&with=', '&with=yesterday', '&with=2999-01-01T00:00:00Z']) {
    const { compared, differences } = await loadProps(laptop, `?at=${king}${other}`)
    assert.equal(compared, null)
    assert.deepEqual(differences[0]?.after, 'Ada Byron')
  }
  const { compared, activity } = await loadProps(laptop, `?at=${king}&with=1969-07-20T20:17:00Z`)
  assert.equal(compared?.at, activity.from)
})
