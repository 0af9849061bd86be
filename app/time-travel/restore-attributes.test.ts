import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Attribute } from '#app/attributes.ts'
import { setManagedAttributes } from '#app/custom-attributes/custom-attributes.ts'
import {
  adaWithAttributes,
  appWithAttributes,
  sampleAttributes,
} from '#testing/attribute-samples.ts'
import { confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

test('Time Travel shows what an event changed, with the labels of today (ATT-22)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, { company: 'Before', seats: '3', size: 's' })
  await put(laptop, { company: 'After', seats: '3', size: '' })
  const [, event] = await foyer.events('attributes.changed')

  const { page } = await laptop.visitPath(`/time-travel?event=${event?.seq}`)

  assert.deepEqual(Object(page.props['event']).changes, [
    { field: 'attributes', id: 'company', before: { value: 'Before' }, after: { value: 'After' } },
    { field: 'attributes', id: 'size', before: { value: 's' }, after: null },
  ])
  assert.deepEqual(Object(page.props['past']).attributes, {
    company: { value: 'After' },
    seats: { value: 3 },
  })
  const { text } = await laptop.open(`/time-travel?event=${event?.seq}`)
  assert.match(text, /T-shirt size/)
  assert.match(text, /Small/)
})

test('the events around a moment show the value before the first of them (ATT-22)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, { company: 'Before' })
  await put(laptop, { company: 'After' })

  const { page } = await laptop.visitPath('/time-travel', {
    headers: {
      'x-inertia-partial-component': 'TimeTravel/Index',
      'x-inertia-partial-data': 'eventWindow',
    },
  })

  const { start, events } = Object(page.props['eventWindow'])
  assert.deepEqual(start.attributes, {})
  const changes = events.flatMap((event: { changes: { field: string }[] }) => event.changes)
  assert.deepEqual(
    changes.filter(({ field }: { field: string }) => field === 'attributes'),
    [
      { field: 'attributes', id: 'company', before: null, after: { value: 'Before' } },
      {
        field: 'attributes',
        id: 'company',
        before: { value: 'Before' },
        after: { value: 'After' },
      },
    ],
  )
  assert.equal((await foyer.events('attributes.changed')).length, 2)
})

test('Time Travel restores an attribute together with the name, and undoes it (ATT-23)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, { company: 'Before', newsletter: 'false' })
  const [first] = await foyer.events('attributes.changed')
  await put(laptop, { company: 'After', newsletter: '' })
  await laptop.visit('user-profile-information.update', { name: 'Mallory' })
  await confirmPassword(laptop)
  const fields = ['name', 'attribute:company', 'attribute:newsletter', 'attribute:seats']

  const restored = await restore(laptop, first?.seq, fields, {
    name: 'Mallory',
    'attribute:company': 'After',
  })

  assert.equal(restored.status, 200, restored.text)
  assert.deepEqual(await values(foyer), { company: 'Before', newsletter: false })
  const events = await foyer.events('attributes.changed')
  assert.deepEqual(events.at(-1)?.data, {
    by: 'person',
    before: { company: 'After', newsletter: null },
    after: { company: 'Before', newsletter: false },
    hidden: 0,
    event: first?.seq,
  })
  const { name } = await foyer.db.selectFrom('users').select('name').executeTakeFirstOrThrow()
  assert.equal(name, 'Ada Lovelace')
})

test('a restore that would overwrite a newer value is a conflict, and restores nothing (ATT-23)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, { company: 'Before', phone: '+49 30 1' })
  const [first] = await foyer.events('attributes.changed')
  await put(laptop, { company: 'After', phone: '+49 30 2' })
  await confirmPassword(laptop)

  const { status, raw } = await restore(
    laptop,
    first?.seq,
    ['attribute:company', 'attribute:phone'],
    {
      'attribute:company': 'Something else',
      'attribute:phone': '+49 30 2',
    },
  )

  assert.equal(status, 422)
  assert.deepEqual(Object.keys(raw.json().errors), ['attribute:company'])
  assert.deepEqual(await values(foyer), { company: 'After', phone: '+49 30 2' })
})

test('Time Travel does not restore what the service manages (ATT-24)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const context = { attributes: sampleAttributes, now: foyer.clock.now() }
  const setPlan = (plan: string) =>
    foyer.db.transaction().execute((tx) => setManagedAttributes(tx, context, id, { plan }))
  await setPlan('pro')
  const [first] = await foyer.events('attributes.changed')
  await setPlan('free')
  await confirmPassword(laptop)

  const { status } = await restore(laptop, first?.seq, ['attribute:plan'], {
    'attribute:plan': 'free',
  })

  assert.equal(status, 422)
  assert.deepEqual(await values(foyer), { plan: 'free' })
})

test('a value that is no longer allowed is not restored (ATT-24)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, { company: 'A long name of a company' })
  const [first] = await foyer.events('attributes.changed')
  await put(laptop, { company: 'Short' })
  await confirmPassword(laptop)
  const [company] = sampleAttributes
  const stricter = [{ ...company, maxLength: 5 } as Attribute]
  const later = await sameBrowser(
    laptop,
    await appWithAttributes(t, stricter, { database: foyer.app.database }),
  )

  const { status, raw } = await restore(later, first?.seq, ['attribute:company'], {
    'attribute:company': 'Short',
  })

  assert.equal(status, 422)
  assert.deepEqual(raw.json().errors, {
    'attribute:company': ["That value isn't allowed any more."],
  })
})

test('an attribute that is no longer declared stays readable in Time Travel, and is not restored (ATT-25)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, { company: '<b>Engines</b>' })
  const [event] = await foyer.events('attributes.changed')
  await confirmPassword(laptop)
  const later = await sameBrowser(
    laptop,
    await appWithAttributes(t, [], { database: foyer.app.database }),
  )

  const { text } = await later.open(`/time-travel?event=${event?.seq}`)
  const { status } = await restore(later, event?.seq, ['attribute:company'], {})

  assert.match(text, /company/)
  assert.match(text, /&lt;b&gt;Engines/)
  assert.doesNotMatch(text, /<b>Engines/)
  assert.equal(status, 422)
  assert.doesNotMatch((await later.open('/user/profile')).text, /Engines/)
})

function put(browser: TestBrowser, body: Record<string, unknown>) {
  return browser.json('/user/attributes', { method: 'PUT', body })
}

function restore(
  browser: TestBrowser,
  event: number | undefined,
  fields: string[],
  displayed: Record<string, string>,
) {
  return browser.json('/time-travel/restore', {
    method: 'POST',
    body: { event, fields, ...displayed },
  })
}

async function values(foyer: TestApp): Promise<Record<string, unknown>> {
  const rows = await foyer.db.selectFrom('user_attributes').selectAll().orderBy('name').execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
}

/** The browser at another app on the same database. */
async function sameBrowser(browser: TestBrowser, foyer: TestApp): Promise<TestBrowser> {
  const other = foyer.browser(browser.ipAddress)
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  return other
}

test('restores are limited, so that they change attributes no more often than the form does (ATT-32)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  for (const company of ['Before', 'After']) await put(laptop, { company })
  const [first, second] = await foyer.events('attributes.changed')
  await confirmPassword(laptop)
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) {
    const [seq, displayed] = count % 2 === 0 ? [first?.seq, 'After'] : [second?.seq, 'Before']
    const shown = { 'attribute:company': displayed }
    statuses.push((await restore(laptop, seq, ['attribute:company'], shown)).status)
  }

  assert.deepEqual(statuses, [...Array(60).fill(200), 429])
  assert.equal((await foyer.events('attributes.changed')).length, 62)
})
