import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { readTranslations } from '#testing/translations/translation-files.ts'

test('a guest gets the language of Accept-Language in the server-rendered HTML', async (t) => {
  const foyer = await createTestApp(t)

  const html = await document(foyer, '/login', { 'accept-language': 'cy, de-AT;q=0.9, en;q=0.8' })

  assert.match(html, /<html lang="de"/)
  assert.match(html, />Anmelden</)
  assert.match(html, /rel="modulepreload" href="\/assets\/translations-[^"]+\.js"/)
})

test('every language is served, with its translations of the page', async (t) => {
  const foyer = await createTestApp(t)

  for (const { code } of languages.filter((language) => language.code !== 'en')) {
    const html = await document(foyer, '/login', { 'accept-language': code })

    assert.match(html, new RegExp(`<html lang="${code}"`))
    assert.ok(html.includes(`>${String(readTranslations(code)['Sign in'])}<`), code)
  }
})

test('an English page loads no translations', async (t) => {
  const foyer = await createTestApp(t)
  const german = await document(foyer, '/login', { 'accept-language': 'de' })
  const file = /\/assets\/translations-[^"]+\.js/.exec(german)?.[0] ?? ''

  const english = await document(foyer, '/login', { 'accept-language': 'en' })

  assert.ok(file)
  assert.ok(!english.includes(file))
  assert.match(english, /<html lang="en"/)
})

test('the language cookie takes precedence over Accept-Language', async (t) => {
  const foyer = await createTestApp(t)

  const english = await document(foyer, '/login', { 'accept-language': 'de', cookie: 'locale=en' })
  const unknown = await document(foyer, '/login', { cookie: 'locale=xx' })

  assert.match(english, /<html lang="en"/)
  assert.match(unknown, /<html lang="en"/)
})

test('over https only __Host- cookies choose language and theme (3.3.1, 3.3.3)', async (t) => {
  const foyer = await createTestApp(t, {
    APP_URL: 'https://id.example.com',
    MAIL_URL: 'smtp://127.0.0.1:1',
    APP_KEY: randomBytes(32).toString('base64'),
  })

  const planted = await document(foyer, '/login', { cookie: 'locale=de; theme=dark' })
  const ours = await document(foyer, '/login', { cookie: '__Host-locale=de; __Host-theme=dark' })

  assert.match(planted, /<html lang="en" dir="ltr">/)
  assert.match(ours, /<html lang="de" dir="ltr" data-theme="dark">/)
})

test('the language of the profile takes precedence over everything else', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ locale: 'de' }).execute()
  laptop.cookies.set('locale', 'en')

  const { page } = await laptop.visit('dashboard')

  assert.equal(page.props.locale, 'de')
})

test('errors are in the language of the request', async (t) => {
  const browser = inGerman(await createTestApp(t))
  await browser.open('/login')

  await browser.visit('login.store', { email: ada.email, password: 'falsch' })
  const { errors } = (await browser.visit('login')).page.props
  const long = await browser.json('/login', { method: 'POST', body: { email: '', password: '' } })

  assert.match(errors['email'] ?? '', /^E-Mail-Adresse und Passwort passen nicht zusammen\./)
  assert.match(long.text, /Geben Sie Ihre E-Mail-Adresse ein\./)
})

test('mails are in the language of the recipient, not of the request', async (t) => {
  const foyer = await createTestApp(t)
  await inGerman(foyer).visit('register.store', { ...ada, terms: true })
  const [first] = await foyer.mails()
  await foyer.browser().visitPath(await foyer.linkInMail())
  const german = inGerman(foyer)
  const link = await foyer.linkInMail()
  await german.open(link)
  await german.visitPath(link, { method: 'POST', body: { password: ada.password } })
  await foyer.browser().visit('register.store', { ...ada, terms: true })
  const [second] = await foyer.mails()

  assert.match(first?.subject ?? '', /^Bestätigen Sie Ihre E-Mail-Adresse/)
  assert.match(second?.subject ?? '', /^Sie haben bereits ein Konto/)
  assert.match(second?.html ?? '', /lang="de"/)
})

test('legal documents are translated, and have the same version in every language', async (t) => {
  const foyer = await createTestApp(t)
  const termsIn = async (code: string) =>
    (await inLanguage(foyer, code).visit('terms.show')).page.props

  const translations = await Promise.all(languages.map(({ code }) => termsIn(code)))

  assert.match(String((await termsIn('de'))['html']), /Was Sie bekommen/)
  assert.equal(new Set(translations.map(({ html }) => html)).size, languages.length)
  assert.equal(new Set(translations.map(({ version }) => version)).size, 1)
})

function inGerman(foyer: TestApp): TestBrowser {
  return inLanguage(foyer, 'de')
}

function inLanguage(foyer: TestApp, code: string): TestBrowser {
  const browser = foyer.browser()
  browser.cookies.set('locale', code)
  return browser
}

async function document(foyer: TestApp, url: string, headers: Record<string, string>) {
  const host = new URL(foyer.config.origin).host
  return (await foyer.app.inject({ url, headers: { host, accept: 'text/html', ...headers } })).body
}
