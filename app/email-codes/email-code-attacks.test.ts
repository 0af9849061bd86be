import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { postTakeoverReport } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { addAddress } from '#testing/email-addresses.ts'
import {
  codeInMail,
  enterCode,
  isSignedIn,
  otherThan,
  requestSignInCode,
} from '#testing/mailed-codes.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { buildTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'

import { codeGuessLimits } from './limits.ts'

const password = 'lanterns over the harbour'

async function adaWithCode(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const phone = foyer.browser()
  return { foyer, laptop, phone, code: await requestSignInCode(foyer, phone) }
}

const sendCode = (browser: TestBrowser) => browser.visit('email-code.send', { email: ada.email })

test('a mailed code entered in another browser fails, also in one that requested its own (COD-15)', async (t) => {
  const { foyer, phone, code } = await adaWithCode(t)
  const [stranger, asker] = [foyer.browser(), foyer.browser()]
  await sendCode(asker)

  assert.equal((await enterCode(stranger, code)).location, '/login')
  await enterCode(asker, code)

  assert.deepEqual([await isSignedIn(stranger), await isSignedIn(asker)], [false, false])
  await enterCode(phone, code)
  assert.equal(await isSignedIn(phone), true)
})

test('a replayed code fails, and of twenty concurrent entries of a code one signs in (COD-16)', async (t) => {
  const { foyer, phone, code } = await adaWithCode(t)
  const cookies = [...phone.cookies]
  const copies = Array.from({ length: 20 }, () => {
    const copy = foyer.browser(phone.ipAddress)
    for (const [name, value] of cookies) copy.cookies.set(name, value)
    return copy
  })

  await Promise.all(copies.map((copy) => enterCode(copy, code)))

  const signedIn = await Promise.all(copies.map(isSignedIn))
  assert.equal(signedIn.filter(Boolean).length, 1)
  await enterCode(phone, code)
  assert.equal(await isSignedIn(phone), false)
  const started = await foyer.events('session.started')
  assert.equal(started.filter(({ data }) => data['method'] === 'email-code').length, 1)
})

test('after five wrong guesses the right code fails, and a new one works (COD-02)', async (t) => {
  const { foyer, phone, code } = await adaWithCode(t)
  for (let guess = 0; guess < 5; guess++) await enterCode(phone, otherThan(code))

  await enterCode(phone, code)
  assert.equal(await isSignedIn(phone), false)
  foyer.clock.advance(10 * minutes)
  await enterCode(phone, await requestSignInCode(foyer, phone))
  assert.equal(await isSignedIn(phone), true)
})

test('guesses are limited per account, over any number of codes, browsers and networks (COD-17)', async (t) => {
  const { foyer } = await signedInAda(t, buildTestApp)
  const { limit: perAccount } = codeGuessLimits.perAccount
  let compared = 0
  for (let attacker = 0; attacker < 10; attacker++) {
    const browser = foyer.browser()
    await sendCode(browser)
    await foyer.mails()
    for (let guess = 0; guess < 5; guess++) {
      const answer = await browser.json('/login/code/verify', {
        method: 'POST',
        body: { code: '000000' },
      })
      if (answer.status === 422) compared++
      else assert.equal(answer.status, 429)
    }
    foyer.clock.advance(1 * hours)
  }

  assert.equal(compared, perAccount)
  foyer.clock.advance(1 * days)
  const phone = foyer.browser()
  await enterCode(phone, await requestSignInCode(foyer, phone))
  assert.equal(await isSignedIn(phone), true)
})

test('guesses at several addresses of an account count together, and do not tell that they are one (COD-17)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const addresses = [ada.email, 'ada@work.example', 'ada@club.example']
  for (const address of addresses.slice(1)) await addAddress(foyer, laptop, address)
  await registerAccount(foyer, foyer.browser(), { ...ada, email: 'eve@example.com' })
  await laptop.visit('logout')
  const { limit: perAccount } = codeGuessLimits.perAccount
  for (let asked = 0; asked < perAccount / 5; asked++) {
    const asker = foyer.browser()
    const code = await requestSignInCode(foyer, asker, addresses[asked % 2])
    for (let guess = 0; guess < 5; guess++) await enterCode(asker, otherThan(code))
    foyer.clock.advance(1 * hours)
  }

  const [other, known, stranger] = [foyer.browser(), laptop, foyer.browser()]
  const code = await requestSignInCode(foyer, other, addresses[2])
  const right = await other.json('/login/code/verify', { method: 'POST', body: { code } })
  await requestSignInCode(foyer, stranger, 'eve@example.com')
  const wrong = await stranger.json('/login/code/verify', {
    method: 'POST',
    body: { code: '000000' },
  })
  await enterCode(known, await requestSignInCode(foyer, known, addresses[2]))

  assert.deepEqual([right.status, right.text], [wrong.status, wrong.text])
  assert.equal(await isSignedIn(known), true)
})

test('strangers who use up guesses and mails do not keep out a browser that signed in before (COD-18)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  await laptop.visit('logout')
  for (let attacker = 0; attacker < 8; attacker++) {
    const browser = foyer.browser()
    await sendCode(browser)
    await foyer.mails()
    for (let guess = 0; guess < 5; guess++) await enterCode(browser, '000000')
  }
  assert.equal((await foyer.mails()).filter(isCodeMail).length, 6)

  await enterCode(laptop, await requestSignInCode(foyer, laptop))

  assert.equal(await isSignedIn(laptop), true)
})

test('an older code fails after a newer one, and every code after ten minutes (COD-03, COD-05)', async (t) => {
  const { foyer, phone, code: older } = await adaWithCode(t)
  foyer.clock.advance(1 * minutes)
  const newer = await requestSignInCode(foyer, phone)
  assert.notEqual(newer, older)

  await enterCode(phone, older)
  assert.equal(await isSignedIn(phone), false)
  foyer.clock.advance(10 * minutes)
  assert.equal((await enterCode(phone, newer)).location, '/login')
  assert.equal(await isSignedIn(phone), false)
})

const revocations: Record<string, (foyer: TestApp, laptop: TestBrowser) => Promise<unknown>> = {
  'a password change': (_foyer, laptop) =>
    laptop.visit('user-password.update', { current_password: ada.password, password }),
  'a password reset': async (foyer) => {
    const browser = foyer.browser()
    await browser.visit('password.email', { email: ada.email })
    const [mail] = await foyer.mails()
    const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
    await browser.visit('password.update', { token, email: ada.email, password })
  },
  'signing out everywhere else': (_foyer, laptop) =>
    laptop.visit('other-browser-sessions.destroy', { password: ada.password }),
  'the operator locking and unlocking': async (foyer) => {
    const cli = createCli(foyer)
    await cli('user:lock', ada.email, '--yes')
    await cli('user:unlock', ada.email, '--yes')
  },
  'a takeover reported in Time Travel': async (foyer, laptop) => {
    foyer.clock.advance(1 * minutes)
    await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
    await confirmPassword(laptop)
    const started = (await foyer.events('session.started')).at(-1)
    const report = await postTakeoverReport(laptop, started?.seq ?? 0)
    assert.equal(report.status, 200)
  },
  '"this wasn\'t me"': async (foyer) => {
    await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
    const notice = (await foyer.mails()).find(({ text }) => text.includes('/not-me/'))
    const path = notice?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
    await foyer.browser().visitPath(path, { method: 'POST', body: {} })
  },
}

for (const [name, revoke] of Object.entries(revocations))
  test(`${name} voids an open code (COD-06)`, async (t) => {
    const { foyer, laptop, phone, code } = await adaWithCode(t)
    assert.equal(await countSignInCodes(foyer), 1)

    await revoke(foyer, laptop)

    assert.equal(await countSignInCodes(foyer), 0)
    await enterCode(phone, code)
    assert.equal(await isSignedIn(phone), false)
  })

test('an address without an account gets the same pages, messages and stored rows (COD-19)', async (t) => {
  const { foyer } = await signedInAda(t, buildTestApp)
  const tryAddress = async (email: string) => {
    const browser = foyer.browser()
    const asked = await browser.visit('email-code.send', { email })
    const jobs = await foyer.db.selectFrom('jobs').select(['kind', 'run_at']).execute()
    await foyer.mails()
    const page = (await browser.visit('email-code.show')).page
    const guesses: unknown[] = []
    for (let guess = 0; guess < 7; guess++) {
      const body = { code: '000000' }
      const answer = await browser.json('/login/code/verify', { method: 'POST', body })
      guesses.push([answer.status, answer.text])
    }
    const rows = await foyer.db
      .selectFrom('mailed_codes')
      .select(['purpose', 'guesses', 'payload_sealed', 'created_at', 'expires_at'])
      .where('email_key', '=', email)
      .where('purpose', '=', 'sign-in')
      .execute()
    return [asked.status, asked.location, jobs, { ...page.props, email: '' }, guesses, rows]
  }

  const known = await tryAddress(ada.email)
  const unknown = await tryAddress('nobody@example.com')

  assert.deepEqual(withoutIds(unknown), withoutIds(known))
  assert.equal(
    (await foyer.mails()).some(({ to }) => to === 'nobody@example.com'),
    false,
  )
})

test('the account is looked up only after the response (COD-19)', async (t) => {
  const { foyer } = await signedInAda(t)
  await foyer.db.schema.alterTable('users').renameTo('hidden').execute()

  assert.equal((await sendCode(foyer.browser())).location, '/login/code')
})

test('a code is for its purpose: one to reset the password does not sign in (COD-01)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  await sendCode(phone)
  await foyer.mails()
  await phone.visit('password.email', { email: ada.email })
  const resetCode = await codeInMail(foyer)
  const signInCode = (await foyer.mails())
    .filter(isCodeMail)
    .map(({ text }) => /^\d{6}$/m.exec(text)?.[0])
    .find((code) => code !== resetCode)
  assert.ok(signInCode)

  await enterCode(phone, resetCode)

  assert.equal(await isSignedIn(phone), false)
})

test('a code mailed to an address that the account has left opens nothing (COD-20)', async (t) => {
  const { foyer, phone, code } = await adaWithCode(t)
  await foyer.db
    .updateTable('users')
    .set({ email: 'new@example.com', email_key: 'new@example.com' })
    .execute()

  await enterCode(phone, code)

  assert.equal(await isSignedIn(phone), false)
})

test('a page of another site can neither request nor enter a sign-in code (COD-21)', async (t) => {
  const { foyer, phone, code } = await adaWithCode(t)
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

  const sent = await phone.submit('/login/code', { email: ada.email }, foreign)
  const entered = await phone.submit('/login/code/verify', { code }, foreign)

  assert.deepEqual([sent.status, entered.status], [403, 403])
  assert.equal(await isSignedIn(phone), false)
  assert.equal((await foyer.mails()).filter(isCodeMail).length, 1)
})

test('neither page nor history nor log contains a sign-in code', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const phone = foyer.browser()
  const code = await requestSignInCode(foyer, phone)

  const page = await phone.visit('email-code.show')
  await enterCode(phone, code)

  assert.equal(page.text.includes(code), false)
  assert.equal(JSON.stringify(await foyer.events()).includes(`"${code}"`), false)
})

async function countSignInCodes({ db }: TestApp): Promise<number> {
  const codes = db.selectFrom('mailed_codes').select('id').where('purpose', '=', 'sign-in')
  return (await codes.execute()).length
}

function isCodeMail({ subject }: { subject: string }): boolean {
  return subject.startsWith('Your sign-in code')
}

function withoutIds(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\w-]{36,}/g, 'id')
}
