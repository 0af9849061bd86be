import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { type Route, routes } from '#app/routes.ts'
import { examplePath } from '#testing/example-path.ts'
import { ada, signedInAda, confirmPassword } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

const submit = { method: 'POST', body: {} } as const
const allRoutes: Route[] = Object.values(routes)
const verifiedRoutes = allRoutes.filter(({ access }) => access === 'verified')

/** Ada, signed in to an unverified account, such as one created with the CLI. */
async function adaUnverified(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  return { foyer, laptop }
}

/** Altered copies of a link, none of which is valid. */
function corruptedLinks(link: string): string[] {
  const [, id = '', secret = ''] = /([0-9a-f-]{36})[/.]([\w-]{43})/.exec(link) ?? []
  const flipCharacter = (text: string, index: number) =>
    `${text.slice(0, index)}${text[index] === 'a' ? 'b' : 'a'}${text.slice(index + 1)}`
  const lastBits = ['A', 'B', 'C', 'D'].map((last) => secret.slice(0, -1) + last)
  return [
    link.replace(secret, flipCharacter(secret, 0)),
    link.replace(secret, flipCharacter(secret, 20)),
    ...lastBits.filter((it) => it !== secret).map((it) => link.replace(secret, it)),
    link.replace(secret, secret.toUpperCase()),
    link.replace(secret, newSecret()),
    link.replace(secret, secret.slice(1)),
    link.replace(secret, `${secret}=`),
    link.replace(secret, `${secret}%00`),
    link.replace(secret, ''),
    link.replace(id, id.toUpperCase()),
    link.replace(id, flipCharacter(id, 35)),
    link.replace(id, newId()),
    link.replace(id, secret).replace(new RegExp(`${secret}$`), id),
    `${link}/${secret}`,
  ].filter((it) => it !== link)
}

test('altered links of every kind are rejected (VER-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.browser().visit('register.store', { ...ada, email: 'eve@example.com', terms: true })
  const registration = await foyer.linkInMail()
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'ada@new.example' })
  const texts = (await foyer.mails()).map(({ text }) => text).join('\n')
  const change = texts.match(/\/email-change\/\S+/)?.[0] ?? ''
  const notMe = texts.match(/\/not-me\/\S+/)?.[0] ?? ''

  for (const link of [registration, change, notMe]) {
    assert.equal((await foyer.browser().visitPath(link)).status, 200)
    for (const corrupted of corruptedLinks(link)) {
      const opened = await foyer.browser().visitPath(corrupted)
      const submitted = await foyer.browser().json(corrupted, submit)
      assert.ok([404, 410].includes(opened.status), `${opened.status} ${corrupted}`)
      assert.ok([404, 405, 410, 419].includes(submitted.status), `${submitted.status} ${corrupted}`)
    }
  }
  const users = await foyer.db.selectFrom('users').select('email').execute()
  assert.deepEqual(users, [{ email: ada.email }])
})

test('a link with the secret of another link is rejected (VER-02)', async (t) => {
  const foyer = await createTestApp(t)
  const links: string[] = []
  for (const email of ['ada@example.com', 'eve@example.com']) {
    await foyer.browser().visit('register.store', { ...ada, email, terms: true })
    links.push(await foyer.linkInMail())
  }
  const [adas = '', eves = ''] = links
  const secret = eves.slice(-43)

  assert.equal((await foyer.browser().visitPath(adas.slice(0, -43) + secret)).status, 410)
  assert.equal((await foyer.browser().visitPath(`${adas}?hash=${secret}`)).status, 200)
})

test('an unverified account cannot reach any verified route, with any kind of request (VER-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  await laptop.visit('verification.notice')
  const partial = {
    'x-inertia-partial-component': 'Dashboard',
    'x-inertia-partial-data': 'auth,checkUp,tokens',
  }

  for (const route of verifiedRoutes) {
    const { method } = route
    const address = examplePath(route)
    const body = method === 'GET' ? undefined : {}
    const visited = await laptop.visitPath(address, { method, body })
    const partialReload = await laptop.visitPath(address, { method, body, headers: partial })
    const prefetched = await laptop.visitPath(address, {
      method,
      body,
      headers: { purpose: 'prefetch' },
    })
    const json = await laptop.json(address, { method, body })
    assert.deepEqual(
      [visited.location, partialReload.location, prefetched.location],
      Array(3).fill('/email/verify'),
    )
    assert.equal(json.status, 403)
  }
  assert.ok(verifiedRoutes.length >= 6)
})

test('fifty concurrent requests send a limited number of verification mails (VER-08)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.open('/email/verify')
  const before = (await foyer.mails()).length

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => laptop.json('/email/verification-notification', submit)),
  )

  assert.equal(answers.filter(({ status }) => status === 429).length, 47)
  assert.equal((await foyer.mails()).length, before + 3)
})

test('a scanner that opens the link verifies nothing and is not signed in (VER-09)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  const scanner = foyer.browser()

  await scanner.request(link, { method: 'HEAD' })
  await scanner.open(link)
  await laptop.open(link)

  assert.equal((await scanner.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).location, '/email/verify')
})

test('a link of a verified address redirects and records no second event (VER-12)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.visit('verification.send')
  const first = await foyer.linkInMail()
  await laptop.visit('verification.send')
  const second = await foyer.linkInMail()
  await laptop.visit('verification.send')
  const third = await foyer.linkInMail()
  assert.equal((await laptop.visitPath(first, submit)).location, '/dashboard')

  const submittedAgain = await laptop.visitPath(first, submit)
  const openedAgain = await laptop.visitPath(first)
  const secondLink = await laptop.followRedirects(second, submit)
  const elsewhere = await foyer.browser().visitPath(third, submit)

  assert.deepEqual([submittedAgain.location, openedAgain.location], ['/dashboard', '/dashboard'])
  assert.equal(secondLink.page.component, 'Dashboard')
  assert.equal(elsewhere.location, '/login')
  const events = await foyer.db
    .selectFrom('events')
    .select('seq')
    .where('type', '=', 'address.verified')
    .execute()
  assert.equal(events.length, 2)
})
