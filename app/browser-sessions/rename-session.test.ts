import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaOnTwoDevices, confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

interface Row {
  id: string
  name: string | null
  isThisDevice: boolean
  browser: string | null
}

const pathOf = (id: string) => `/user/other-browser-sessions/${id}`

async function rowsOf(browser: TestBrowser): Promise<Row[]> {
  return Object((await browser.visit('profile.devices')).page.props['sessions']).rows
}

const rename = (browser: TestBrowser, id: string, name: unknown) =>
  browser.json(pathOf(id), { method: 'PUT', body: { name } })

test('a device can be named, which is recorded, and gets its own name back (SES-25)', async (t) => {
  const { foyer, laptop } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  const phone = (await rowsOf(laptop)).find(({ isThisDevice }) => !isThisDevice)?.id ?? ''

  assert.equal((await rename(laptop, phone, '  Red  phone ')).status, 200)
  const named = (await rowsOf(laptop)).find(({ id }) => id === phone)
  assert.deepEqual([named?.name, named?.browser], ['Red phone', 'Safari'])
  assert.equal((await rename(laptop, phone, 'Red phone')).status, 200)
  assert.equal((await rename(laptop, phone, '')).status, 200)

  const events = await foyer.events('session.renamed')
  assert.deepEqual(
    events.map(({ data }) => [data['before'], data['after']]),
    [
      [null, 'Red phone'],
      ['Red phone', null],
    ],
  )
  assert.equal((await rowsOf(laptop)).find(({ id }) => id === phone)?.name, null)
})

test('a stolen session without a confirmation cannot pose under another name (SES-25)', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await phone.visit('password.confirmation.destroy')
  const own = (await rowsOf(phone)).find(({ isThisDevice }) => isThisDevice)?.id ?? ''

  assert.equal((await rename(phone, own, "Ada's phone")).status, 423)
  assert.ok((await rowsOf(laptop)).every(({ name }) => name === null))
})

test("another account's session is not found, and bad names are rejected (SES-25)", async (t) => {
  const { foyer, laptop } = await adaOnTwoDevices(t)
  const [row] = await rowsOf(laptop)
  const grace = { ...ada, email: 'grace@example.com' }
  const hers = foyer.browser()
  await hers.visit('register.store', { ...grace, terms: true })
  await hers.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  await confirmPassword(hers)
  await confirmPassword(laptop)

  assert.equal((await rename(hers, row?.id ?? '', 'Mine')).status, 404)
  for (const name of ['x'.repeat(61), 'Ada \u202Egnp', 'a\0b', 'two\nlines', ['x'], undefined])
    assert.equal((await rename(laptop, row?.id ?? '', name)).status, 422, String(name))
})

test('a session is renamed sixty times an hour at most (SES-26)', async (t) => {
  const { foyer, laptop } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  const id = (await rowsOf(laptop))[0]?.id ?? ''
  const statuses: number[] = []
  for (let count = 0; count < 61; count++)
    statuses.push((await rename(laptop, id, `Phone ${count}`)).status)

  assert.deepEqual(statuses, [...Array(60).fill(200), 429])
  assert.equal((await foyer.events('session.renamed')).length, 60)
})
