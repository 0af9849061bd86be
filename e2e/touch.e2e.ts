import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openFoyer } from './foyer.ts'
import { sights, tourist } from './sights.ts'

const foyer = openFoyer()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const places = [
  'Auth/Login',
  'Auth/Register, refused',
  'Auth/TwoFactorChallenge',
  'Dashboard',
  'Profile/Show, with a passkey',
  'Profile/Show, two devices',
  'TimeTravel/Index, the past',
  'API/Index, empty',
  'Mailbox',
  'Mailbox, a mail',
]

for (const place of places) {
  test(`${place}: a finger has 44 pixels to hit`, async (t) => {
    const visitor = await foyer.visitor(t, { ...phone, locale: 'de-DE' })

    await sights[place]?.(await tourist(foyer, visitor))

    assert.deepEqual(await visitor.page.evaluate(low), [])
  })
}

test('the knob is as large for who steers by its own area', async (t) => {
  const visitor = await foyer.visitor(t, phone)
  await sights['TimeTravel/Index']?.(await tourist(foyer, visitor))

  const box = await visitor.page.getByRole('slider').boundingBox()

  assert.ok(box && box.width >= 44 && box.height >= 44)
})

/** In the page: what reacts to a finger on less than 44 pixels of height, but for links in the midst of a sentence. */
function low(): string[] {
  function heightOf(it: Element): number {
    it.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = it.getBoundingClientRect()
    const isHit = (y: number) => {
      const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, y)
      return hit !== null && it.contains(hit)
    }
    const middle = top + height / 2
    const reach = [...Array(88).keys()].map((step) => middle - 44 + step)
    return isHit(middle) ? reach.filter(isHit).length : 44
  }

  const isInSentence = (it: Element) =>
    it.matches('a, .tip-anchor') &&
    it.closest('p, label')?.textContent?.trim() !== it.textContent?.trim() &&
    it.closest('p, label') !== null

  return [...document.querySelectorAll('a[href], button, select, summary, .checkbox > input')]
    .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height > 1)
    .filter((it) => !isInSentence(it) && heightOf(it) < 43)
    .map((it) => `${heightOf(it)}: ${it.outerHTML.slice(0, 120)}`)
}
