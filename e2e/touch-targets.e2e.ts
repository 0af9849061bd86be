import assert from 'node:assert/strict'
import { test } from 'node:test'

import { browserFeatures } from './features.ts'
import { addsDevice, pageStates, createTestUser } from './page-states.ts'
import { startTestServer } from './test-server.ts'

const foyer = startTestServer()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const states = [
  'Auth/Login',
  'Auth/Register, rejected',
  'Auth/TwoFactorChallenge',
  'Dashboard',
  'Profile/Show, with a passkey',
  'Profile/Show, two devices',
  'TimeTravel/Index, the past',
  ...browserFeatures.map(({ mainState }) => mainState),
  'Mailbox',
  'Mailbox, a mail',
]

for (const state of states) {
  test(`${state}: touch targets are 44 pixels high`, async (t) => {
    const options = { ...phone, locale: 'de-DE' }
    const visitor = await (addsDevice(state)
      ? foyer.newVisitor(t, options)
      : foyer.visitor(t, options))

    await pageStates[state]?.(createTestUser(foyer, visitor))

    assert.deepEqual(await visitor.page.evaluate(smallTouchTargets), [])
  })
}

test('the slider itself is 44 pixels wide and high', async (t) => {
  const visitor = await foyer.visitor(t, phone)
  await pageStates['TimeTravel/Index']?.(createTestUser(foyer, visitor))

  const box = await visitor.page.getByRole('slider').boundingBox()

  assert.ok(box && box.width >= 44 && box.height >= 44)
})

/** Runs in the page. Returns the touch targets below 44 pixels of height, except links within a sentence. */
function smallTouchTargets(): string[] {
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
    it.matches('a') &&
    it.closest('p, label')?.textContent?.trim() !== it.textContent?.trim() &&
    it.closest('p, label') !== null

  return [...document.querySelectorAll('a[href], button, select, summary, .checkbox > input')]
    .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height > 1)
    .filter((it) => !isInSentence(it) && heightOf(it) < 43)
    .map((it) => `${heightOf(it)}: ${it.outerHTML.slice(0, 120)}`)
}
