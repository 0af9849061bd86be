import assert from 'node:assert/strict'
import { test } from 'node:test'

import { attributes as shippedAttributes, type Attribute } from '#app/attributes.ts'
import { adaWithAttributes, sampleAttributes } from '#testing/attribute-samples.ts'
import { createCli } from '#testing/cli.ts'
import { collectRoutes, costlyInputs, textFields } from '#testing/costly-inputs.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, registered } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

import { findByAttribute, publicAttributes } from './read-attributes.ts'
import { setManagedAttributes } from './save-attributes.ts'

const everything = {
  company: 'Analytical Engines',
  phone: '+44 20 7946 0000',
  seats: '12',
  newsletter: 'false',
  size: 'l',
  birthday: '1915-12-10',
  website: 'https://ada.example/',
}

test('without declared attributes no page and no API mentions them (ATT-01)', async (t) => {
  const { laptop } = await signedInAda(t)

  const { page, text } = await laptop.visit('profile.show')

  assert.equal(shippedAttributes.length, 0)
  assert.deepEqual(page.props['attributes'], [])
  assert.doesNotMatch((await laptop.open('/user/profile')).text, /More about you/)
  assert.doesNotMatch((await laptop.open('/api/openapi.json')).text, /attributes/i, text)
})

test('the form of attributes saves values of every type, and the profile shows them (ATT-02)', async (t) => {
  const { laptop } = await adaWithAttributes(t)

  const saved = await put(laptop, everything)

  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(await shownValues(laptop), {
    ...everything,
    seats: 12,
    newsletter: false,
    plan: null,
  })
})

test('saving attributes records one event with what differs, and omitted ones stay (ATT-03)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, { company: 'Babbage & Co', seats: '3' })

  await put(laptop, { company: ' Analytical   Engines ', seats: '3' })
  await put(laptop, { company: 'Analytical Engines' })

  const events = await foyer.events('attributes.changed')
  assert.deepEqual(
    events.map(({ data }) => data),
    [
      {
        by: 'person',
        before: { company: null, seats: null },
        after: { company: 'Babbage & Co', seats: 3 },
        hidden: 0,
      },
      {
        by: 'person',
        before: { company: 'Babbage & Co' },
        after: { company: 'Analytical Engines' },
        hidden: 0,
      },
    ],
  )
})

test('an empty field removes the value of its attribute (ATT-02)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, everything)

  await put(laptop, Object.fromEntries(Object.keys(everything).map((name) => [name, ''])))

  assert.equal((await foyer.db.selectFrom('user_attributes').selectAll().execute()).length, 0)
  const values = Object.values(await shownValues(laptop))
  assert.deepEqual([...new Set(values)], [null])
})

const rejected: [why: string, form: Record<string, unknown>, message: string][] = [
  ['text that is too long', { company: 'é'.repeat(101) }, 'Use at most 100 characters.'],
  ['a line break', { company: 'A\nB' }, 'Use text without line breaks or invisible characters.'],
  [
    'a turned direction',
    { company: 'A\u202EB' },
    'Use text without line breaks or invisible characters.',
  ],
  ['another format', { phone: 'call me' }, 'Enter a phone number.'],
  ['a list', { company: ['A'] }, 'Enter text.'],
  ['text for a number', { seats: 'many' }, 'Enter a number.'],
  ['a number in hexadecimal', { seats: '0x10' }, 'Enter a number.'],
  ['a fraction', { seats: '1.5' }, 'Enter a whole number.'],
  ['too small a number', { seats: '0' }, 'Use 1 or more.'],
  ['too large a number', { seats: '501' }, 'Use 500 or less.'],
  ['neither yes nor no', { newsletter: 'maybe' }, 'Choose an option.'],
  ['another choice', { size: 'xxl' }, 'Choose an option.'],
  ['a choice that is a prototype', { size: '__proto__' }, 'Choose an option.'],
  ['no date', { birthday: '2001-02-29' }, 'Enter a date such as 2026-05-03.'],
  ['too late a date', { birthday: '2026-01-02' }, 'Use 2026-01-01 or earlier.'],
  ['too early a date', { birthday: '1815-12-10' }, 'Use 1900-01-01 or later.'],
  [
    'a script for an address',
    { website: 'javascript:alert(1)' },
    'Enter a web address that starts with https://.',
  ],
  [
    'data for an address',
    { website: 'data:text/html,x' },
    'Enter a web address that starts with https://.',
  ],
  [
    'an address with a password',
    { website: 'https://a:b@c.example' },
    'Enter a web address that starts with https://.',
  ],
]

for (const [why, form, message] of rejected) {
  test(`the form of attributes rejects ${why}, and stores nothing (ATT-04)`, async (t) => {
    const { foyer, laptop } = await adaWithAttributes(t)

    const { status, raw } = await put(laptop, { newsletter: 'true', ...form })

    assert.equal(status, 422)
    assert.deepEqual(raw.json().errors, { [Object.keys(form)[0] ?? '']: [message] })
    assert.equal((await foyer.events('attributes.changed')).length, 0)
    assert.equal((await foyer.db.selectFrom('user_attributes').selectAll().execute()).length, 0)
  })
}

test('the form of attributes changes neither managed ones nor undeclared ones (ATT-05)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)

  const { status } = await put(laptop, {
    plan: 'pro',
    crm_id: '1',
    email: 'x@example.com',
    constructor: 'x',
  })

  assert.equal(status, 200)
  assert.equal((await foyer.db.selectFrom('user_attributes').selectAll().execute()).length, 0)
})

test('the form of attributes works without script, with errors and what was typed in its place (ATT-06)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const { origin } = foyer.config
  const address = '/user/attributes?_method=put&_error_bag=updateAttributes'
  const submit = (form: Record<string, string>) =>
    laptop.submit(address, form, { origin, referer: `${origin}/user/profile` })

  assert.equal((await submit({ ...everything, size: 's' })).location, '/user/profile')
  assert.match((await laptop.open('/user/profile')).text, /Saved/)
  assert.equal((await submit({ company: 'Kept', seats: '900' })).location, '/user/profile')

  const { text } = await laptop.open('/user/profile')
  assert.match(text, /Use 500 or less\./)
  assert.match(text, /value="900"/)
  assert.match(text, /value="Kept"/)
})

test('a hostile value of an attribute is shown as text (ATT-07)', async (t) => {
  const { laptop } = await adaWithAttributes(t)
  await put(laptop, { company: '<script>alert(1)</script>' })

  const { text } = await laptop.open('/user/profile')

  assert.doesNotMatch(text, /<script>alert\(1\)/)
  assert.match(text, /&lt;script&gt;/)
})

test('of concurrent edits of two attributes none is lost (ATT-08)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const forms = [
    { company: 'A' },
    { phone: '+49 30 1' },
    { seats: '2' },
    { newsletter: 'true' },
    { size: 's' },
    { website: 'https://a.example/' },
  ]
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const setPlan = foyer.db
    .transaction()
    .execute((tx) => setManagedAttributes(tx, contextOf(foyer), id, { plan: 'pro' }))

  await Promise.all([setPlan, ...forms.map((form) => put(laptop, form))])

  assert.deepEqual(await shownValues(laptop), {
    company: 'A',
    phone: '+49 30 1',
    seats: 2,
    newsletter: true,
    size: 's',
    birthday: null,
    website: 'https://a.example/',
    plan: 'pro',
  })
  assert.equal((await foyer.events('attributes.changed')).length, 7)
})

test('of concurrent edits of one attribute the last wins, and the log says which (ATT-08)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)

  await Promise.all(['A', 'B', 'C', 'D'].map((company) => put(laptop, { company })))

  const events = await foyer.events('attributes.changed')
  const afters = events.map(({ data }) => Object(data['after']).company)
  for (const [at, { data }] of events.entries())
    assert.equal(Object(data['before']).company, afters[at - 1] ?? null)
  assert.equal((await shownValues(laptop))['company'], afters.at(-1))
})

test('the service sets managed attributes, which the person sees where they are shown (ATT-09)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)

  await manage(foyer, { plan: 'pro', crm_id: 'C-42' })

  assert.deepEqual(await shownValues(laptop), {
    ...Object.fromEntries(Object.keys(everything).map((name) => [name, null])),
    plan: 'pro',
  })
  const [event] = await foyer.events('attributes.changed')
  assert.deepEqual(event?.data, {
    by: 'service',
    before: { plan: null },
    after: { plan: 'pro' },
    hidden: 1,
  })
  assert.match((await laptop.open('/user/profile')).text, /Professional/)
})

test('the service cannot set what the person edits, or a wrong value, and nothing is half done (ATT-09)', async (t) => {
  const { foyer } = await adaWithAttributes(t)
  const wrong = { plan: 'gold', company: 'X', ['__proto__']: 'X', crm_id: 'C-1' }

  await assert.rejects(manage(foyer, wrong), (error) => {
    assert.deepEqual(Object.keys(Object(error).fields), ['plan', 'company'])
    return true
  })

  assert.equal((await foyer.db.selectFrom('user_attributes').selectAll().execute()).length, 0)
})

test('a hidden attribute is on no page, in no event and no API answer (ATT-10)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await manage(foyer, { crm_id: 'SECRET-77' })
  const [event] = await foyer.events('attributes.changed')

  const pages = [
    '/user/profile',
    '/dashboard',
    '/time-travel',
    `/time-travel?event=${event?.seq}`,
    '/time-travel/events.csv',
    '/api/docs',
  ]
  for (const path of pages) {
    const { text } = await laptop.open(path)
    assert.doesNotMatch(text, /SECRET-77|crm_id|Customer number/, path)
  }
})

test('accounts are found by the value of an attribute (ATT-11)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await manage(foyer, { crm_id: 'C-42' })
  await put(laptop, { seats: '12' })
  const find = (name: string, value: unknown) =>
    findByAttribute(foyer.db, sampleAttributes, { name, value })

  assert.deepEqual(await find('crm_id', ' C-42 '), [id])
  assert.deepEqual(await find('seats', 12), [id])
  for (const [name, value] of [
    ['crm_id', 'C-4'],
    ['crm_id', '%'],
    ['crm_id', null],
    ['company', 'C-42'],
    ['nothing', 'C-42'],
  ] as const)
    assert.deepEqual(await find(name, value), [])
})

test('other people see the public attributes only (ATT-12)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await put(laptop, everything)
  await manage(foyer, { plan: 'pro', crm_id: 'C-42' })

  assert.deepEqual(await publicAttributes(foyer.db, sampleAttributes, [id]), {
    [id]: { company: everything.company, website: everything.website },
  })
  const isPrivate = sampleAttributes.filter(({ visibility }) => visibility !== 'public')
  assert.deepEqual(await publicAttributes(foyer.db, isPrivate, [id]), {})
})

test('members of a team see the public attributes of each other, and others nothing (ATT-30)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await put(laptop, everything)
  await createEngines(laptop)
  const grace = await addMember(foyer, laptop, { name: 'Grace' })
  const stranger = await registered(foyer, 'Eve')

  const { props } = (await grace.visitPath(`${enginesPath}/members`)).page
  const infos: { name: string }[] = Object(props['attributes'])
  assert.deepEqual(
    infos.map(({ name }) => name),
    ['company', 'website'],
  )
  assert.deepEqual(props['attributeValues'], {
    [id]: { company: everything.company, website: everything.website },
  })
  assert.ok(!JSON.stringify(props).includes(everything.phone))
  assert.equal((await stranger.json(`${enginesPath}/members`)).status, 404)
})

test('all attribute values of an account together stay within 16 kB (ATT-13)', async (t) => {
  const names = Array.from({ length: 16 }, (_, at) => `text_${at}`)
  const list = names.map((name): Attribute => ({
    name,
    label: 'Text',
    visibility: 'private',
    type: 'text',
    maxLength: 500,
  }))
  const { foyer, laptop } = await adaWithAttributes(t, list)
  const full = '\u{1F600}'.repeat(500)
  const half = Object.fromEntries(names.slice(0, 8).map((name) => [name, full]))
  assert.equal((await put(laptop, half)).status, 200)

  const { status, raw } = await put(laptop, { text_9: full })

  assert.equal(status, 422)
  assert.deepEqual(raw.json().errors, {
    text_9: ['Together, these texts are too long. Shorten one.'],
  })
  assert.equal((await put(laptop, { text_0: 'short', text_9: full })).status, 200)
  assert.equal((await foyer.events('attributes.changed')).length, 2)
})

test('erasing the account erases its attributes, and the export has them (ATT-14)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  await put(laptop, everything)

  await manage(foyer, { crm_id: 'C-42' })
  const foyerCommand = createCli(foyer)

  const { out } = await foyerCommand('user:export', ada.email)
  const { status } = await foyerCommand('user:delete', ada.email, '--yes')

  assert.match(out, /Analytical Engines/)
  assert.match(out, /C-42/)
  assert.equal(status, 0)
  assert.equal((await foyer.db.selectFrom('user_attributes').selectAll().execute()).length, 0)
})

test('no text in an attribute takes more than 50 ms of CPU (ATT-27)', async (t) => {
  const { started, routes } = await collectRoutes(() => adaWithAttributes(t))
  const ownRoutes = routes.filter(({ config }) => config?.routeName === 'attributes.update')

  assert.equal(textFields(ownRoutes).length, 5)
  assert.deepEqual(await costlyInputs(ownRoutes, () => started.laptop), [])
})

test('a person saves the form of attributes sixty times an hour at most (ATT-31)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  for (let count = 0; count < 60; count++) await put(laptop, { company: `Company ${count}` })

  assert.equal((await put(laptop, { company: 'Another' })).status, 429)
  assert.equal((await foyer.events('attributes.changed')).length, 60)
})

function put(browser: TestBrowser, body: Record<string, unknown>) {
  return browser.json('/user/attributes', { method: 'PUT', body })
}

async function shownValues(browser: TestBrowser): Promise<Record<string, unknown>> {
  const { attributes } = (await browser.visit('profile.show')).page.props
  const fields = attributes as { name: string; value: unknown }[]
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

const contextOf = ({ clock }: TestApp) => ({ attributes: sampleAttributes, now: clock.now() })

async function manage(foyer: TestApp, values: Record<string, unknown>): Promise<boolean> {
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  return foyer.db
    .transaction()
    .execute((tx) => setManagedAttributes(tx, contextOf(foyer), id, values))
}
