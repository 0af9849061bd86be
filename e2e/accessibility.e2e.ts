import assert from 'node:assert/strict'
import { test } from 'node:test'

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

import { open, openFoyer } from './foyer.ts'
import { drawn, sticksOut } from './reflow.ts'
import { sights, tourist } from './sights.ts'

const foyer = openFoyer()

/** What axe objects to: on the page as it is, or only in its colours. */
async function serious(page: Page, rules?: string[]): Promise<string[]> {
  // A frame without script can hold no script that looks at it; the mail has a test of its own.
  const axe = new AxeBuilder({ page }).exclude('iframe')
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

for (const [name, show] of Object.entries(sights)) {
  test(name, async (t) => {
    const visitor = await foyer.visitor(t, { colorScheme: 'light' })
    const { page } = visitor
    await page.setViewportSize({ width: 1280, height: 800 })
    await show(await tourist(foyer, visitor))

    await t.test(`${name}: says where one is`, async () => {
      assert.match(await page.title(), /^\S.* - Foyer$/)
    })
    await t.test(`${name}: axe finds nothing serious, light or dark, at a desk`, async () => {
      assert.deepEqual(await serious(page), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      await drawn(page)
      assert.deepEqual(await serious(page, ['color-contrast']), [])
    })
    await t.test(`${name}: nor on a phone`, async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      assert.deepEqual(await serious(page), [])
    })
    await t.test(`${name}: fits 320 pixels, and letters twice as large`, async () => {
      await page.setViewportSize({ width: 320, height: 800 })
      assert.deepEqual(await sticksOut(page), [])
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await page.setViewportSize({ width: 640, height: 800 })
      assert.deepEqual(await sticksOut(page), [])
      await page.setViewportSize({ width: 1280, height: 800 })
      assert.deepEqual(await sticksOut(page), [])
    })
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a mail, ${colorScheme}: axe finds nothing serious`, async (t) => {
    const visitor = await foyer.visitor(t, { colorScheme })
    const tour = await tourist(foyer, visitor)
    await sights['Mailbox, a mail']?.(tour)
    const { html } = await foyer.mailTo(tour.person.email)
    const blank = await visitor.context.newPage()
    await blank.setContent(html)
    assert.deepEqual(await serious(blank), [])
  })
}

test('axe sees text that is too faint', async (t) => {
  const { page } = await foyer.visitor(t)
  await open(page, '/')
  await page.locator('h1').evaluate((it) => (it.style.color = '#ddd'))
  const found = await serious(page)
  assert.equal(found.filter((it) => it.startsWith('color-contrast')).length, 1)
})
