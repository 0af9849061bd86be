import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { axeViolations } from './axe.ts'
import {
  truncatedElements,
  waitForLayout,
  squeezedParagraphs,
  horizontalOverflow,
} from './layout-checks.ts'
import { pageStates, createTestUser } from './page-states.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

/** What axe finds that keeps people out: on the page as it is, or only by some rules. */
async function seriousViolations(page: Page, rules?: string[]): Promise<string[]> {
  const found = await axeViolations(page, rules)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ description }) => description)
}

// In German: its words are longer than the English ones, so what fits in it fits in both.
for (const [name, openState] of Object.entries(pageStates)) {
  test(name, async (t) => {
    const visitor = await foyer.newVisitor(t, { colorScheme: 'light', locale: 'de-DE' })
    const { page } = visitor
    await page.setViewportSize({ width: 1280, height: 800 })
    await openState(await createTestUser(foyer, visitor))

    await t.test(`${name}: says where one is`, async () => {
      assert.match(await page.title(), /^\S.* - Foyer$/)
      assert.equal(await page.getAttribute('html', 'lang'), 'de')
    })
    await t.test(`${name}: axe finds nothing serious, light or dark, at a desk`, async () => {
      assert.deepEqual(await seriousViolations(page), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      await waitForLayout(page)
      assert.deepEqual(await seriousViolations(page, ['color-contrast']), [])
    })
    await t.test(`${name}: nor on a phone`, async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await waitForLayout(page)
      assert.deepEqual(await seriousViolations(page), [])
    })
    await t.test(`${name}: in German, on a phone, nothing is cut off`, async () => {
      assert.deepEqual(await horizontalOverflow(page), [])
      assert.deepEqual(await page.evaluate(truncatedElements), [])
      assert.deepEqual(await page.evaluate(squeezedParagraphs), [])
    })
    await t.test(`${name}: fits 320 pixels, and letters twice as large`, async () => {
      await page.setViewportSize({ width: 320, height: 800 })
      assert.deepEqual(await horizontalOverflow(page), [])
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await page.setViewportSize({ width: 640, height: 800 })
      assert.deepEqual(await horizontalOverflow(page), [])
      await page.setViewportSize({ width: 1280, height: 800 })
      assert.deepEqual(await horizontalOverflow(page), [])
    })
  })
}

test('the dashboard fits a phone with letters twice as large', async (t) => {
  const visitor = await foyer.newVisitor(t, { locale: 'de-DE' })
  await pageStates['Dashboard']?.(await createTestUser(foyer, visitor))
  const { page } = visitor

  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

  assert.deepEqual(await horizontalOverflow(page), [])
})

test('a moment that is all a cell says begins with a capital', async (t) => {
  const visitor = await foyer.newVisitor(t, { locale: 'de-DE' })
  await pageStates['Dashboard']?.(await createTestUser(foyer, visitor))

  const moments = await visitor.page.locator('#lately td time').allInnerTexts()

  assert.deepEqual([...new Set(moments)], ['Jetzt'])
})

test('in Time Travel a badge stands beside its device at a desk', async (t) => {
  const visitor = await foyer.newVisitor(t, { locale: 'de-DE' })
  await pageStates['TimeTravel/Index']?.(await createTestUser(foyer, visitor))
  const device = visitor.page.locator('.event-device:has(.badge)').first()

  const [height, lineHeight] = await device.evaluate((it) => [
    it.clientHeight,
    Number.parseFloat(getComputedStyle(it).lineHeight),
  ])

  assert.equal(height, lineHeight)
})

test('on a phone what an event changed begins where its facts begin, and nothing in it is left blank', async (t) => {
  const visitor = await foyer.newVisitor(t, {
    locale: 'de-DE',
    viewport: { width: 390, height: 800 },
  })
  const { page } = visitor
  await pageStates['TimeTravel/Index']?.(await createTestUser(foyer, visitor))
  await page.locator('.event > a').last().click()
  const detail = page.locator('.event-detail')
  const parts = detail.locator('dd, tbody th, tbody td')
  await parts.last().waitFor()

  const begins = await parts.evaluateAll((all) =>
    all.map((it) => {
      const { paddingInlineStart } = getComputedStyle(it)
      return it.getBoundingClientRect().left + Number.parseFloat(paddingInlineStart)
    }),
  )
  assert.equal(new Set(begins).size, 1, begins.join(', '))
  assert.ok((await detail.locator('td').allInnerTexts()).every((words) => words !== ''))
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a mail, ${colorScheme}: axe finds nothing serious`, async (t) => {
    const visitor = await foyer.newVisitor(t, { colorScheme })
    const user = await createTestUser(foyer, visitor)
    await pageStates['Mailbox, a mail']?.(user)
    const { html } = await foyer.waitForMail(user.person.email)
    const blank = await visitor.context.newPage()
    await blank.setContent(html)
    assert.deepEqual(await seriousViolations(blank), [])
  })
}

test('axe sees text that is too faint', async (t) => {
  const { page } = await foyer.newVisitor(t)
  await openPage(page, '/')
  await page.locator('h1').evaluate((it) => (it.style.color = '#ddd'))
  const found = await seriousViolations(page)
  assert.equal(found.filter((it) => it.startsWith('color-contrast')).length, 1)
})

test('German is there on first paint, without a flash of English', async (t) => {
  const { page } = await foyer.newVisitor(t, { locale: 'de-DE', javaScriptEnabled: false })

  await page.goto('/login')

  assert.equal(await page.locator('h1').textContent(), 'Anmelden')
})
