import assert from 'node:assert/strict'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'

import { createAccount, newPerson, signedInContext } from './account-steps.ts'
import {
  horizontalOverflow,
  overlappingControls,
  squeezedParagraphs,
  truncatedElements,
} from './layout-checks.ts'
import { pageStates, createTestUser } from './page-states.ts'
import { openPage, startTestServer } from './test-server.ts'
import { englishTexts, setLocale, untranslatedTexts } from './untranslated-text.ts'

// Its own server: in a shared one, mails of other files in other languages are in the mailbox.
const foyer = startTestServer({})
const options = { viewport: { width: 390, height: 800 } }

const guestPaths = ['/', '/login', '/register', '/forgot-password']
const memberPaths = [
  '/dashboard',
  '/user/profile',
  '/user/profile/security',
  '/user/profile/devices',
  '/user/profile/data',
  '/time-travel',
]

for (const { code, name } of languages.filter((language) => language.code !== 'en')) {
  test(`the switch on a phone translates the pages, and they fit: ${code}`, async (t) => {
    const { page, context } = await foyer.newVisitor(t, options)
    await openPage(page, '/')
    const button = page.getByRole('button', { name: 'Change the language' })
    assert.equal(await button.isVisible(), false)
    await page.getByRole('combobox', { name: 'Language' }).selectOption(name)
    assert.equal(await page.getAttribute('html', 'lang'), 'en')
    await button.click()
    await page.waitForFunction((lang) => document.documentElement.lang === lang, code)

    const faults: string[] = []
    for (const path of [...guestPaths, ...memberPaths]) {
      if (path === memberPaths[0])
        await signedInContext(foyer, t, await createAccount(foyer, context))
      await openPage(page, path)
      assert.equal(await page.getAttribute('html', 'lang'), code, path)
      faults.push(
        ...(await englishTexts(page, code)),
        ...(await horizontalOverflow(page)),
        ...(await page.evaluate(overlappingControls)),
        ...(await page.evaluate(truncatedElements)),
        ...(await page.evaluate(squeezedParagraphs)),
      )
    }
    assert.deepEqual(faults, [])
  })
}

test('pages in a right-to-left language run right to left, and fit a phone', async (t) => {
  const visitor = await foyer.visitor(t, options)
  const { page, context } = visitor
  await setLocale(visitor, 'ar-XB', foyer.origin)

  for (const path of [...guestPaths, ...memberPaths]) {
    if (path === memberPaths[0]) await createAccount(foyer, context)
    await openPage(page, path)
    assert.equal(await page.getAttribute('html', 'dir'), 'rtl', path)
    assert.deepEqual(await horizontalOverflow(page), [], path)
  }
})

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
    // Dates have no words of ours.
    .replace(/\w+ \d+, \d{4} at [\d:]+ [AP]M UTC/, '')
  assert.doesNotMatch(outside, /\p{L}/u)
})
