import assert from 'node:assert/strict'
import { test } from 'node:test'

import { emptyProfile } from '#app/profile-fields.ts'
import { signedInAda, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { createTestApp } from '#testing/test-app.ts'

test('the profile page opens (PRF-01)', async (t) => {
  const { laptop } = await signedInAda(t)

  const { status, page } = await laptop.visit('profile.show')

  assert.equal(status, 200)
  assert.equal(page.component, 'Profile/Show')
})

test('browsers without script can choose from all time zones', async (t) => {
  const { laptop } = await signedInAda(t)

  const { text } = await laptop.open('/user/profile')

  const [list = ''] = /<noscript><datalist id="timezones">.*?<\/datalist>/.exec(text) ?? []
  const zones = [...list.matchAll(/<option>([^<]+)<\/option>/g)].map(([, zone]) => zone)
  assert.deepEqual(zones, Intl.supportedValuesOf('timeZone'))
})

test('the profile requires sign-in', async (t) => {
  const foyer = await createTestApp(t)
  assert.equal((await foyer.browser().visit('profile.show')).location, '/login')
})

test('the profile opens for an unverified address, which may be mistyped', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()

  assert.equal((await laptop.visit('profile.show')).status, 200)
  assert.equal((await laptop.visit('dashboard')).location, '/email/verify')
})

test('the profile stores name, language and time zone, and records the previous values (PRF-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const { status, location: to } = await laptop.visit('user-profile-information.update', {
    name: '  Ada  King ',
    locale: 'en-XA',
    timezone: 'europe/london',
  })

  assert.deepEqual([status, to], [303, '/'])
  const { auth } = (await laptop.visit('profile.show')).page.props
  assert.deepEqual(auth, { ...Object(auth), user: { ...Object(auth).user, ...newProfile } })
  assert.deepEqual(await lastEvent(foyer), {
    type: 'profile.updated',
    data: {
      before: { ...emptyProfile, name: 'Ada Lovelace' },
      after: { ...emptyProfile, ...newProfile },
    },
  })
})

const newProfile = { name: 'Ada King', locale: 'en-XA', timezone: 'Europe/London' }

test('profile fields that are omitted stay unchanged', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.visit('user-profile-information.update', newProfile)

  await laptop.visit('user-profile-information.update', { name: 'Ada' })

  const { props } = (await laptop.visit('profile.show')).page
  assert.equal(Object(props['auth']).user.timezone, 'Europe/London')
})

test('saving an unchanged profile records no event', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('user-profile-information.update', newProfile)
  const before = await lastEvent(foyer)

  await laptop.visit('user-profile-information.update', newProfile)

  assert.equal(before?.type, 'profile.updated')
  assert.equal((await foyer.events('profile.updated')).length, 1)
})

test('changing the name keeps the address verified (PRF-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  await laptop.visit('user-profile-information.update', { name: 'Ada King' })

  const user = await foyer.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  assert.notEqual(user.email_verified_at, null)
})

test("an empty language or time zone resets to the browser's", async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.visit('user-profile-information.update', newProfile)

  await laptop.visit('user-profile-information.update', { name: 'Ada', locale: '', timezone: '' })

  const { user } = Object((await laptop.visit('profile.show')).page.props['auth'])
  assert.deepEqual([user.locale, user.timezone], [null, null])
})

test('the profile rejects a pseudo-locale outside development', async (t) => {
  const foyer = await createTestApp(t, { APP_ENV: 'staging', SIGN_UP_MIN_SECONDS: '0' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)

  await laptop.visit('user-profile-information.update', { name: 'Ada', locale: 'ar-XB' })
  const { errors } = (await laptop.visit('profile.show')).page.props

  assert.deepEqual(errors, { locale: 'Choose a language from the list.' })
})

test('the next page is rendered in the new language on every device', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.visit('user-profile-information.update', { name: 'Ada', locale: 'ar-XB' })

  const { text } = await laptop.open('/user/profile')

  assert.match(text, /<html lang="ar-XB" dir="rtl"/)
})

test('server-rendered times use the chosen time zone', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const newYear = Date.UTC(2026, 0, 1, 2)
  await foyer.db.updateTable('users').set({ created_at: newYear }).execute()
  await laptop.visit('user-profile-information.update', {
    name: 'Ada',
    timezone: 'America/New_York',
  })

  assert.match((await laptop.open('/dashboard')).text, /Member since December 31, 2025/)
})

const rejected: [string, object, string][] = [
  ['no name', { name: '  ' }, 'name'],
  ['a name of 256 characters', { name: 'a'.repeat(256) }, 'name'],
  ['a name with NUL', { name: 'Ada\0' }, 'name'],
  ['a name with a line break', { name: 'Ada\nBcc: all@example.com' }, 'name'],
  ['a name that turns the reading direction', { name: 'Ada \u202Egnp' }, 'name'],
  ['a name with half a surrogate pair', { name: 'Ada \uD800' }, 'name'],
  ['a name that is an address of the web', { name: 'http://evil.example' }, 'name'],
  ['a list for a name', { name: ['Ada'] }, 'name'],
  ['a language we do not speak', { locale: 'tlh' }, 'locale'],
  ['a language that is a prototype', { locale: '__proto__' }, 'locale'],
  ['a time zone that is nowhere', { timezone: 'Europe/Atlantis' }, 'timezone'],
  ['an offset for a time zone', { timezone: '+02:00' }, 'timezone'],
  ['an abbreviation for a time zone', { timezone: 'CEST' }, 'timezone'],
]

for (const [what, form, field] of rejected) {
  test(`the profile rejects, in the form's own error bag: ${what} (MAIL-01)`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)

    const { status, page } = await laptop.followRedirects('/user/profile-information', {
      method: 'PUT',
      body: { name: 'Ada', ...form },
      headers: {
        'x-inertia-error-bag': 'updateProfileInformation',
        referer: `${foyer.config.origin}/user/profile`,
      },
    })

    assert.equal(status, 200)
    assert.deepEqual(Object.keys(Object(page.props.errors['updateProfileInformation'])), [field])
    assert.equal((await foyer.events('profile.updated')).length, 0)
  })
}

test('the profile answers a JSON client with an empty body on success and field errors on failure', async (t) => {
  const { laptop } = await signedInAda(t)
  const put = (body: object) => laptop.json('/user/profile-information', { method: 'PUT', body })

  const saved = await put({ name: 'Ada King' })
  const refusal = await put({ name: '' })

  assert.deepEqual([saved.status, saved.text], [200, '""'])
  assert.equal(refusal.status, 422)
  assert.deepEqual(refusal.raw.json().errors, { name: ['Enter your name.'] })
})

test('of concurrent updates the last one wins, and the event log has no gap (RACE-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const names = Array.from({ length: 8 }, (_, at) => `Ada ${at}`)

  await Promise.all(names.map((name) => laptop.visit('user-profile-information.update', { name })))

  const events = await foyer.events('profile.updated')
  const changes = events.map(({ data }) => Object(data))
  assert.equal(changes.length, names.length)
  for (const [at, { before }] of changes.entries())
    assert.equal(before.name, changes[at - 1]?.after.name ?? 'Ada Lovelace')
  const { name } = await foyer.db.selectFrom('users').select('name').executeTakeFirstOrThrow()
  assert.equal(name, changes.at(-1)?.after.name)
})

test('without JavaScript, _method=put works and old input stays in its own form', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const address = '/user/profile-information?_method=put&_error_bag=updateProfileInformation'
  const { origin } = foyer.config
  const name = (typed: string) =>
    laptop.submit(address, { name: typed }, { origin, referer: `${origin}/user/profile` })

  assert.equal((await name('Ada King')).location, '/user/profile')
  assert.match((await laptop.open('/user/profile')).text, /Saved/)
  assert.equal((await name('www.ada.example')).location, '/user/profile')

  const { text } = await laptop.open('/user/profile')
  assert.match(text, /value="www\.ada\.example"/)
  assert.match(text, /Use a name that isn't a web address\./)
})

async function lastEvent(foyer: TestApp) {
  const event = (await foyer.events()).at(-1)
  return event && { type: event.type, data: event.data }
}
