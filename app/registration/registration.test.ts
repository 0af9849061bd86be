import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, signedInAda, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestResponse } from '#testing/test-browser.ts'
import { hours, minutes } from '#testing/test-clock.ts'

const registrationForm = { ...ada, terms: true }

test('registering and confirming by mail creates an account and signs in (A-REG-03)', async (t) => {
  const { laptop } = await signedInAda(t)

  const { page } = await laptop.visit('dashboard')

  assert.equal(page.component, 'Dashboard')
  assert.partialDeepStrictEqual(page.props, { auth: { user: { email: ada.email } } })
})

test('registering redirects to the intended page (A-REG-04)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/user/profile?tab=photo')
  await browser.visit('register.store', registrationForm)

  const confirmed = await browser.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })

  assert.equal(confirmed.location, '/user/profile?tab=photo')
})

test('creates no account before the address is confirmed', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()

  await browser.visit('register.store', registrationForm)

  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
  assert.equal((await browser.visit('dashboard')).location, '/login')
})

test('an address with an account gets the same response as one without (LOG-05)', async (t) => {
  const { foyer } = await signedInAda(t)
  const [known, unknown] = [foyer.browser(), foyer.browser()]

  const first = await known.visit('register.store', registrationForm)
  const second = await unknown.visit('register.store', {
    ...registrationForm,
    email: 'new@example.com',
  })

  assert.deepEqual([first.status, first.location], [second.status, second.location])
  const shown = await known.followRedirects('/email/verify')
  const otherwise = await unknown.followRedirects('/email/verify')
  assert.deepEqual(comparablePage(shown), comparablePage(otherwise))
})

/** The page without what differs per browser. */
function comparablePage({ page }: TestResponse): unknown {
  const text = JSON.stringify({ ...page.props, email: '' })
  return text
    .replace(/private-registration\.[\w-]{43}/, 'private-registration.…')
    .replace(/"offset":"[\w-]{48}"/, '"offset":"…"')
}

test('the owner of a known address gets a mail without a confirmation link (LOG-05)', async (t) => {
  const { foyer } = await signedInAda(t)

  await foyer.browser().visit('register.store', { ...registrationForm, name: 'Mallory' })

  const [mail] = await foyer.mails()
  assert.equal(mail?.to, ada.email)
  assert.match(mail?.subject ?? '', /already have an account/)
  assert.doesNotMatch(mail?.text ?? '', /Mallory|email\/verify/)
})

test('someone who registers your address gains nothing when you open the link', async (t) => {
  const foyer = await createTestApp(t)
  const [mallory, owner] = [foyer.browser(), foyer.browser()]
  await mallory.visit('register.store', { ...registrationForm, password: 'known only to mallory' })
  const link = await foyer.linkInMail()

  const opened = await owner.visitPath(link)
  const confirmed = await owner.visitPath(link, { method: 'POST', body: {} })

  assert.equal(opened.page.props['needsPassword'], true)
  assert.equal(confirmed.location, link)
  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
})

test('on another device, the link asks for the chosen password', async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registrationForm)
  const link = await foyer.linkInMail()

  const wrong = await phone.visitPath(link, {
    method: 'POST',
    body: { password: 'something else' },
  })
  const right = await phone.visitPath(link, { method: 'POST', body: { password: ada.password } })

  assert.equal(wrong.location, link)
  assert.equal(right.location, '/dashboard')
})

test('the waiting browser continues when the first of two mails is confirmed elsewhere', async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registrationForm)
  const first = await foyer.linkInMail()
  await laptop.visit('verification.send')

  await phone.visitPath(first, { method: 'POST', body: { password: ada.password } })

  assert.equal((await laptop.visit('verification.notice')).location, '/login')
})

test('a stranger who registered the same address is not notified of the confirmation', async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, stranger] = [foyer.browser(), foyer.browser()]
  await stranger.visit('register.store', {
    ...registrationForm,
    password: 'known only to a stranger',
  })
  await laptop.visit('register.store', registrationForm)

  await laptop.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })

  assert.equal((await stranger.visit('verification.notice')).status, 200)
})

test('opening the link, as mail scanners do, changes nothing (VER-09)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', registrationForm)
  const link = await foyer.linkInMail()

  const scanner = foyer.browser()
  await scanner.request(link, { method: 'HEAD' })
  await scanner.open(link)
  await scanner.open(link)

  assert.equal((await browser.visitPath(link, { method: 'POST', body: {} })).location, '/dashboard')
})

test('a link works once, even when used concurrently', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', registrationForm)
  const link = await foyer.linkInMail()

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => browser.visitPath(link, { method: 'POST', body: {} })),
  )

  assert.equal(answers.filter(({ location }) => location === '/dashboard').length, 1)
  assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
})

test('a link expires after an hour', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', registrationForm)
  const link = await foyer.linkInMail()

  foyer.clock.advance(hours + minutes)

  assert.equal((await browser.visitPath(link)).status, 410)
})

test('two registrations of one address create one account', async (t) => {
  const foyer = await createTestApp(t)
  const [first, second] = [foyer.browser(), foyer.browser()]
  await first.visit('register.store', registrationForm)
  const one = await foyer.linkInMail()
  await second.visit('register.store', registrationForm)
  const two = await foyer.linkInMail()

  await second.visitPath(two, { method: 'POST', body: {} })
  const late = await first.visitPath(one, { method: 'POST', body: {} })

  assert.equal(late.status, 410)
})

test('records the accepted terms with their version', async (t) => {
  const { foyer } = await signedInAda(t)

  const events = await foyer.events()

  assert.deepEqual(
    events.map(({ seq, type }) => [seq, type]),
    [
      [1, 'account.created'],
      [2, 'address.verified'],
      [3, 'terms.accepted'],
      [4, 'terms.accepted'],
      [5, 'session.started'],
    ],
  )
  assert.match(String(events[2]?.data['version']), /^[0-9a-f]{12}$/)
})

test('each invalid field gets its own message', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const answer = await browser.json('/register', {
    method: 'POST',
    body: { name: ' ', email: 'ada@', password: '', terms: 'off' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })

  assert.equal(answer.status, 422)
  assert.deepEqual(Object.keys(answer.raw.json().errors).toSorted(), [
    'email',
    'name',
    'password',
    'terms',
  ])
})

test('rejects a short or easily guessed password with the reason (A-REG-07)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const ask = async (password: string) => {
    await browser.visit('register.store', { ...registrationForm, password })
    return (await browser.visit('register')).page.props.errors['password']
  }

  assert.match((await ask('too short')) ?? '', /12 characters/)
  assert.match((await ask('ada@example.com')) ?? '', /contain your name/)
})

test('closed registration looks as if it did not exist', async (t) => {
  const foyer = await createTestApp(t, { REGISTRATION: 'closed' })
  const browser = foyer.browser()

  assert.equal((await browser.visit('register')).status, 404)
  assert.equal((await browser.visit('register.store', registrationForm)).status, 404)
})

test('rejects terms that changed while the form was open', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const offered = (await browser.visit('register')).page.props['termsVersion']

  await browser.visit('register.store', { ...registrationForm, terms_version: 'an older one' })
  const { errors } = (await browser.visit('register')).page.props
  const again = await browser.visit('register.store', {
    ...registrationForm,
    terms_version: offered,
  })

  assert.match(errors['terms'] ?? '', /terms have changed/)
  assert.equal(again.location, '/email/verify')
})

test('the link of a losing registration stops working', async (t) => {
  const foyer = await createTestApp(t)
  const [first, second] = [foyer.browser(), foyer.browser()]
  await first.visit('register.store', registrationForm)
  const winning = await foyer.linkInMail()
  await second.visit('register.store', registrationForm)
  const losing = await foyer.linkInMail()

  await first.visitPath(winning, { method: 'POST', body: {} })

  assert.equal((await second.visitPath(losing)).status, 410)
})

test('an expired registration is not mailed again', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', registrationForm)
  await foyer.mails()
  foyer.clock.advance(hours + minutes)

  const answer = await browser.visit('verification.send')

  assert.equal(answer.location, '/register')
  assert.equal((await foyer.mails()).length, 1)
})

test('rate-limits resending the mail, with a message', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', registrationForm)
  await browser.visit('verification.send')
  await browser.visit('verification.send')
  await browser.visit('verification.send')

  const rejected = await browser.visit('verification.send')
  assert.equal(rejected.location, '/email/verify')
  const { errors } = (await browser.visit('verification.notice')).page.props

  assert.match(errors['form'] ?? '', /Too many attempts/)
  assert.equal((await foyer.mails()).length, 4)
})

test('the mail can be resent', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', registrationForm)
  await browser.visit('verification.send')

  const link = await foyer.linkInMail()

  assert.equal((await foyer.mails()).length, 2)
  assert.equal((await browser.visitPath(link, { method: 'POST', body: {} })).location, '/dashboard')
})

test('registers without JavaScript', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/register')

  const answer = await browser.submit('/register', { ...ada, terms: 'on' })

  assert.equal(answer.location, '/email/verify')
  assert.equal((await foyer.mails()).length, 1)
})

test('without JavaScript, a rejected form keeps its input but no password (INR-14)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  await browser.open('/register')

  await browser.submit('/register', { ...ada, email: 'ada@' })
  const { text } = await browser.open('/register')

  assert.match(text, /name="name" value="Ada Lovelace"|value="Ada Lovelace"[^>]*name="name"/)
  assert.match(text, /look like an email address/)
  assert.ok(!text.includes(ada.password))
})

test('all fields of a rejected form are judged at once, the password too', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const wrongForm = { ...registrationForm, email: 'ada@', password: 'password1234' }
  await browser.visit('register.store', wrongForm)
  const common = await browser.visit('register')
  await browser.visit('register.store', { ...ada, password: 'short' })
  const short = await browser.visit('register')

  assert.deepEqual(common.page.props['errors'], {
    email: "That doesn't look like an email address. Check it for typos.",
    password: 'That password is too common. Choose another.',
  })
  assert.deepEqual(Object.keys(Object(short.page.props['errors'])), ['password', 'terms'])
})

test('a wrong address is changed without typing the rest again, in the same browser', async (t) => {
  const foyer = await createTestApp(t)
  const [browser, stranger] = [foyer.browser(), foyer.browser()]
  await browser.visit('register.store', registrationForm)

  const { page } = await browser.visitPath('/register?change=1')
  const { text } = await browser.open('/register?change=1')
  const foreign = await stranger.visitPath('/register?change=1')
  await browser.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })

  assert.deepEqual(page.flash?.['oldInput'], { name: ada.name, email: ada.email })
  assert.match(text, /value="Ada Lovelace"/)
  assert.ok(!text.includes(ada.password))
  assert.equal(foreign.page.flash?.['oldInput'], undefined)
})

test('a second account can register', async (t) => {
  const { foyer } = await signedInAda(t)
  const other = foyer.browser()

  await registerAccount(foyer, other, { ...ada, name: 'Grace', email: 'grace@example.com' })

  assert.equal((await other.visit('dashboard')).page.component, 'Dashboard')
})
