import assert from 'node:assert/strict'
import { test } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { createCli } from '#testing/cli.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { days, hours } from '#testing/test-clock.ts'

const waitlist = { REGISTRATION: 'waitlist' }
const { email } = ada

test('guests leave a proved address, and the operator lets them in (INV-11)', async (t) => {
  const foyer = await createTestApp(t, waitlist)
  const cli = createCli(foyer)
  const browser = foyer.browser()
  browser.cookies.set('locale', 'de')

  const offered = await browser.visit('register')
  const asked = await browser.visit('waitlist.store', { email: 'Ada@Example.com' })
  const before = await cli('waitlist:list', '--json')
  const joined = await change(foyer, await link(foyer, 'waitlist'), 'join', browser)
  const after = await cli('waitlist:list', '--json')
  await cli('waitlist:invite', email)
  const [mail] = await foyer.mails()
  const invitation = await browser.visitPath(await link(foyer, 'invitation'))

  assert.equal(offered.page.component, 'Auth/Waitlist')
  assert.deepEqual([asked.location, joined.location], ['/register', '/'])
  assert.deepEqual(before.json, { waiting: [] })
  const since = new Date(foyer.clock.now()).toISOString()
  assert.deepEqual(after.json, { waiting: [{ email: 'Ada@Example.com', since }] })
  assert.match(mail?.subject ?? '', /eingeladen/)
  assert.partialDeepStrictEqual(invitation.page.props, {
    invitation: { email: 'Ada@Example.com' },
  })
  assert.deepEqual((await cli('waitlist:list', '--json')).json, { waiting: [] })
})

test('with a waitlist nobody can register past it (INV-11)', async (t) => {
  const foyer = await createTestApp(t, waitlist)
  const browser = foyer.browser()

  const registered = await browser.visit('register.store', { ...ada, terms: true })
  const open = await createTestApp(t)
  const joined = await open.browser().visit('waitlist.store', { email })

  assert.deepEqual([registered.status, joined.status], [404, 404])
  assert.deepEqual(await foyer.mails(), [])
})

test('an address is on the waitlist only after its link, once, within an hour (INV-12)', async (t) => {
  const foyer = await createTestApp(t, waitlist)
  await foyer.browser().visit('waitlist.store', { email })
  const first = await link(foyer, 'waitlist')
  await foyer.browser().open(first)
  const unproved = await waiting(foyer)

  const answers = await Promise.all(Array.from({ length: 10 }, () => change(foyer, first, 'join')))
  await foyer.browser().visit('waitlist.store', { email })
  const second = await link(foyer, 'waitlist')
  foyer.clock.advance(hours)

  assert.deepEqual(unproved, [])
  assert.equal(answers.filter(({ location }) => location === '/').length, 1)
  assert.deepEqual(await waiting(foyer), [email])
  assert.equal((await change(foyer, second, 'leave')).status, 410)
})

test('the form of the waitlist also leaves it, with the same proof (INV-12)', async (t) => {
  const foyer = await createTestApp(t, waitlist)
  await join(foyer, email)

  await foyer.browser().visit('waitlist.store', { email })
  const path = await link(foyer, 'waitlist')
  const { page } = await foyer.browser().visitPath(path)
  await change(foyer, path, 'leave')

  assert.equal(page.props['isWaiting'], true)
  assert.deepEqual(await waiting(foyer), [])
})

test('the waitlist gives the same answer for a new, a waiting and a registered address, and for a bot (INV-13)', async (t) => {
  const open = await createTestApp(t)
  await registerAccount(open, open.browser())
  const foyer = await createTestApp(t, waitlist, {}, open.app.database, open.clock)
  await join(foyer, 'waiting@example.com')
  const ask = async (form: object) => {
    const browser = foyer.browser()
    const { status, location } = await browser.visit('waitlist.store', { ...form })
    return { status, location, page: (await browser.visit('register')).page }
  }

  const answers = [
    await ask({ email: 'new@example.com' }),
    await ask({ email: 'waiting@example.com' }),
    await ask({ email }),
    await ask({ email: 'bot@example.com', subject: 'x' }),
  ]
  const mails = (await foyer.mails()).slice(0, 3).map(({ to, subject }) => [to, subject])

  const [first] = answers
  assert.deepEqual(
    answers,
    answers.map(() => first),
  )
  assert.deepEqual(mails, [
    [email, 'You already have an account at Foyer'],
    ['waiting@example.com', 'The waitlist of Foyer'],
    ['new@example.com', 'The waitlist of Foyer'],
  ])
})

test('waitlist:invite --next invites those who have waited longest, and concurrent runs invite nobody twice', async (t) => {
  const foyer = await createTestApp(t, waitlist)
  const cli = createCli(foyer)
  for (const name of ['a', 'b', 'c', 'd']) await join(foyer, `${name}@example.com`)
  const count = (await foyer.mails()).length

  await cli('waitlist:remove', 'b@example.com')
  const runs = await Promise.all([1, 2].map(() => cli('waitlist:invite', '--next', '2', '--json')))
  const missing = [await cli('waitlist:invite', 'b@example.com'), await cli('waitlist:invite')]

  const invited = runs.flatMap(({ json }) => json['invited'])
  // A run that starts late reads who is next after the other's first invitations.
  assert.ok(invited.includes('a@example.com') && invited.includes('c@example.com'))
  assert.equal((await foyer.mails()).length, count + invited.length)
  assert.deepEqual([...invited, ...(await waiting(foyer))].toSorted(), [
    'a@example.com',
    'c@example.com',
    'd@example.com',
  ])
  assert.deepEqual(
    missing.map(({ status }) => status),
    [1, 2],
  )
})

test('an address is forgotten after a year, and when it has an account (INV-14)', async (t) => {
  const foyer = await createTestApp(t, waitlist)
  await join(foyer, 'old@example.com')
  foyer.clock.advance(365 * days)
  await join(foyer, 'kept@example.com')
  await join(foyer, email)
  await createCli(foyer)('user:create', email, '--name', 'Ada')
  foyer.clock.advance(1)

  await pruneExpired(foyer, foyer.clock.now(), features)

  assert.deepEqual(await waiting(foyer), ['kept@example.com'])
})

async function join(foyer: TestApp, address: string): Promise<void> {
  await foyer.browser().visit('waitlist.store', { email: address })
  await change(foyer, await link(foyer, 'waitlist'), 'join')
}

function change(foyer: TestApp, path: string, change: 'join' | 'leave', browser = foyer.browser()) {
  return browser.visitPath(path, { method: 'POST', body: { change } })
}

async function link(foyer: TestApp, kind: 'waitlist' | 'invitation'): Promise<string> {
  const [mail] = await foyer.mails()
  const [path] = new RegExp(`/${kind}/\\S+`).exec(mail?.text ?? '') ?? []
  assert.ok(path)
  return path
}

async function waiting({ db }: TestApp): Promise<string[]> {
  return (await db.selectFrom('waitlist').select('email').orderBy('id').execute()).map(
    (entry) => entry.email,
  )
}
