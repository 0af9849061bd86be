import assert from 'node:assert/strict'
import { test } from 'node:test'

import { open, openFoyer } from './foyer.ts'
import { someone } from './people.ts'
import { sticksOut } from './reflow.ts'
import { sights, tourist } from './sights.ts'
import { speak, untranslated } from './spoken.ts'

const foyer = openFoyer()

for (const [name, show] of Object.entries(sights)) {
  test(name, async (t) => {
    const visitor = await foyer.visitor(t, { viewport: { width: 390, height: 800 } })
    const { page } = visitor
    await speak(visitor, 'ar-XB', foyer.origin)
    const tour = await tourist(foyer, visitor)
    await show(tour)

    await t.test(`${name}: every sentence can be translated`, async () => {
      assert.equal(await page.getAttribute('html', 'lang'), 'ar-XB')
      assert.deepEqual(await untranslated(page, tour.person), [])
    })
    await t.test(`${name}: longer words fit a phone, from right to left`, async () => {
      assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
      assert.deepEqual(await sticksOut(page), [])
    })
  })
}

test('a sentence that escaped translation is noticed', async (t) => {
  const visitor = await foyer.visitor(t)
  await speak(visitor, 'en-XA', foyer.origin)
  const { page } = visitor
  await open(page, '/')
  await page.evaluate(() => {
    document.querySelector('h1')?.append('Stray words')
    document.querySelector('a')?.setAttribute('aria-label', 'Stray label')
  })
  assert.deepEqual(await untranslated(page, someone()), ['Stray words', 'Stray label'])
})

test('a mail speaks the language of the browser that registered', async (t) => {
  const visitor = await foyer.visitor(t)
  await speak(visitor, 'en-XA', foyer.origin)
  const tour = await tourist(foyer, visitor)
  await sights['Mailbox, a mail']?.(tour)
  const { subject, text } = await foyer.mailTo(tour.person.email)

  assert.match(subject, /^⟦.*⟧$/)
  const outside = text
    .replaceAll(/⟦[^⟧]*⟧/g, '')
    .replaceAll(/https?:\S+/g, '')
    .replace('Foyer', '')
  assert.doesNotMatch(outside, /\p{L}/u)
})
