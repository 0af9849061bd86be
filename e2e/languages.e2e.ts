import assert from 'node:assert/strict'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'

import { createAccount, newPerson } from './account-steps.ts'
import { horizontalOverflow, squeezedParagraphs, truncatedElements } from './layout-checks.ts'
import { addsDevice, pageStates, createTestUser } from './page-states.ts'
import { openPage, startTestServer } from './test-server.ts'
import { englishTexts, setLocale, untranslatedTexts } from './untranslated-text.ts'

// Its own server: in a shared one, mails of other files in other languages are in the mailbox.
const foyer = startTestServer({})
const options = { viewport: { width: 390, height: 800 } }

for (const [name, openState] of Object.entries(pageStates)) {
  test(name, async (t) => {
    const visitor = await (addsDevice(name)
      ? foyer.newVisitor(t, options)
      : foyer.visitor(t, options))
    const { page } = visitor
    await setLocale(visitor, 'ar-XB', foyer.origin)
    const user = createTestUser(foyer, visitor)
    await openState(user)

    await t.test(`${name}: every text is translatable`, async () => {
      assert.equal(await page.getAttribute('html', 'lang'), 'ar-XB')
      assert.deepEqual(await untranslatedTexts(page, user.person), [])
    })
    await t.test(`${name}: longer words fit a phone, right to left`, async () => {
      assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
      assert.deepEqual(await horizontalOverflow(page), [])
    })
  })
}

const guestPaths = ['/', '/login', '/register', '/forgot-password']
const memberPaths = ['/dashboard', '/user/profile', '/user/profile/security', '/time-travel']

for (const { code, name } of languages.filter((language) => language.code !== 'en')) {
  test(`the switch on a phone translates the pages, and they fit: ${code}`, async (t) => {
    const { page, context } = await foyer.newVisitor(t, options)
    await openPage(page, '/')
    await page.getByLabel('Language').selectOption(name)
    await page.waitForFunction((lang) => document.documentElement.lang === lang, code)

    const faults: string[] = []
    for (const path of [...guestPaths, ...memberPaths]) {
      if (path === memberPaths[0]) await createAccount(foyer, context)
      await openPage(page, path)
      assert.equal(await page.getAttribute('html', 'lang'), code, path)
      faults.push(
        ...(await englishTexts(page, code)),
        ...(await horizontalOverflow(page)),
        ...(await page.evaluate(truncatedElements)),
        ...(await page.evaluate(squeezedParagraphs)),
      )
    }
    assert.deepEqual(faults, [])
  })
}

test('untranslated text is detected', async (t) => {
  const visitor = await foyer.visitor(t)
  await setLocale(visitor, 'en-XA', foyer.origin)
  const { page } = visitor
  await openPage(page, '/')
  await page.evaluate(() => {
    document.querySelector('h1')?.append('Stray words')
    document.querySelector('a')?.setAttribute('aria-label', 'Stray label')
  })
  assert.deepEqual(await untranslatedTexts(page, newPerson()), ['Stray words', 'Stray label'])
})

test('a mail uses the language of the browser that registered', async (t) => {
  const visitor = await foyer.visitor(t)
  await setLocale(visitor, 'en-XA', foyer.origin)
  const user = createTestUser(foyer, visitor)
  await pageStates['Mailbox, a mail']?.(user)
  const { subject, text } = await foyer.waitForMail(user.person.email)

  assert.match(subject, /^⟦.*⟧$/)
  const outside = text
    .replaceAll(/⟦[^⟧]*⟧/g, '')
    .replaceAll(/https?:\S+/g, '')
    .replace('Foyer', '')
  assert.doesNotMatch(outside, /\p{L}/u)
})
