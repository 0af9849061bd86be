import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import type { Page } from 'playwright-core'

import { type AxeView, reportAxeResult, saveAxeResults } from './axe-results.ts'
import { type AxeResult, runAxe } from './axe.ts'
import {
  idleTabStops,
  truncatedElements,
  waitForLayout,
  squeezedParagraphs,
  horizontalOverflow,
} from './layout-checks.ts'
import { addsDevice, pageStates, createTestUser } from './page-states.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
// In German: it has the longest words. The main pages of other languages are checked in languages.e2e.ts.
const options = { locale: 'de-DE' }

after(saveAxeResults)

/** Violations of a criterion of WCAG 2.2 A or AA, and other advice that axe calls serious. */
function relevantViolations({ violations }: AxeResult): string[] {
  return violations
    .filter(({ isWcag, impact }) => isWcag || impact === 'serious' || impact === 'critical')
    .map(({ description }) => description)
}

async function assertAccessible(page: Page, state: string, view: AxeView): Promise<void> {
  const result = await runAxe(page, view === 'dark' ? ['color-contrast'] : undefined)
  assert.deepEqual(relevantViolations(result), [])
  const browser = `Chromium ${page.context().browser()?.version()}`
  reportAxeResult(state, view, { browser, passedRules: result.passedRules })
}

/** Text spacing as in WCAG 1.4.12. Not a style element, which the policy would block. */
function applyTextSpacing(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

for (const [name, openState] of Object.entries(pageStates)) {
  test(name, async (t) => {
    const visitor = await (addsDevice(name)
      ? foyer.newVisitor(t, options)
      : foyer.visitor(t, options))
    const { page } = visitor
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await openState(createTestUser(foyer, visitor))

    await t.test(`${name}: has a title and a language`, async () => {
      assert.match(await page.title(), /^\S.* - Foyer$/)
      assert.equal(await page.getAttribute('html', 'lang'), 'de')
    })
    await t.test(`${name}: has no dialog or block inside text`, async () => {
      const blocks = page.locator('span, p, button, a').locator('dialog, div, form, table, ul, p')
      assert.deepEqual(await blocks.evaluateAll((all) => all.map((it) => it.outerHTML)), [])
    })
    await t.test(`${name}: has no tab stop that does nothing`, async () => {
      assert.deepEqual(await page.evaluate(idleTabStops), [])
    })
    await t.test(`${name}: has no axe violations on desktop, light or dark`, async () => {
      await assertAccessible(page, name, 'desktop')
      await page.emulateMedia({ colorScheme: 'dark' })
      await waitForLayout(page)
      await assertAccessible(page, name, 'dark')
    })
    await t.test(`${name}: has no axe violations on a phone`, async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await waitForLayout(page)
      await assertAccessible(page, name, 'phone')
    })
    await t.test(`${name}: cuts off no German text on a phone`, async () => {
      assert.deepEqual(await horizontalOverflow(page), [])
      assert.deepEqual(await page.evaluate(truncatedElements), [])
      assert.deepEqual(await page.evaluate(squeezedParagraphs), [])
    })
    await t.test(`${name}: fits 320 pixels, and 200% text size`, async () => {
      await page.setViewportSize({ width: 320, height: 800 })
      assert.deepEqual(await horizontalOverflow(page), [])
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await page.setViewportSize({ width: 640, height: 800 })
      assert.deepEqual(await horizontalOverflow(page), [])
      await page.setViewportSize({ width: 1280, height: 800 })
      assert.deepEqual(await horizontalOverflow(page), [])
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    })
    await t.test(`${name}: bears wider text spacing on a phone`, async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.evaluate(applyTextSpacing)
      assert.deepEqual(await horizontalOverflow(page), [])
      assert.deepEqual(await page.evaluate(truncatedElements), [])
    })
  })
}

test('the dashboard fits a phone at 200% text size', async (t) => {
  const visitor = await foyer.visitor(t, { locale: 'de-DE' })
  await pageStates['Dashboard']?.(createTestUser(foyer, visitor))
  const { page } = visitor

  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

  assert.deepEqual(await horizontalOverflow(page), [])
})

test('a relative time that fills a cell is capitalized', async (t) => {
  const visitor = await foyer.visitor(t, { locale: 'de-DE' })
  await pageStates['Dashboard']?.(createTestUser(foyer, visitor))

  const times = await visitor.page.locator('#recent-events td time').allInnerTexts()

  assert.deepEqual([...new Set(times)], ['Jetzt'])
})

test('Time Travel shows a badge beside its device on desktop', async (t) => {
  const visitor = await foyer.visitor(t, { locale: 'de-DE' })
  await pageStates['TimeTravel/Index']?.(createTestUser(foyer, visitor))
  const device = visitor.page.locator('.event-device:has(.badge)').first()

  const [height, lineHeight] = await device.evaluate((it) => [
    it.clientHeight,
    Number.parseFloat(getComputedStyle(it).lineHeight),
  ])

  assert.equal(height, lineHeight)
})

test('on a phone the changes of an event align with its facts, and no cell is blank', async (t) => {
  const visitor = await foyer.visitor(t, {
    locale: 'de-DE',
    viewport: { width: 390, height: 800 },
  })
  const { page } = visitor
  await pageStates['TimeTravel/Index']?.(createTestUser(foyer, visitor))
  await page.locator('.event > a').last().click()
  const detail = page.locator('.event-detail')
  const cells = detail.locator('dd, tbody th, tbody td')
  await cells.last().waitFor()

  const leftEdges = await cells.evaluateAll((all) =>
    all.map((it) => {
      const { paddingInlineStart } = getComputedStyle(it)
      return it.getBoundingClientRect().left + Number.parseFloat(paddingInlineStart)
    }),
  )
  assert.equal(new Set(leftEdges).size, 1, leftEdges.join(', '))
  assert.ok((await detail.locator('td').allInnerTexts()).every((words) => words !== ''))
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a mail has no serious axe violations, ${colorScheme}`, async (t) => {
    const visitor = await foyer.visitor(t, { colorScheme })
    const user = createTestUser(foyer, visitor)
    await pageStates['Mailbox, a mail']?.(user)
    const { html } = await foyer.waitForMail(user.person.email)
    const mailPage = await visitor.context.newPage()
    await mailPage.setContent(html)
    assert.deepEqual(relevantViolations(await runAxe(mailPage)), [])
  })
}

test('axe detects low contrast', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/')
  await page.locator('h1').evaluate((it) => (it.style.color = '#ddd'))
  const found = relevantViolations(await runAxe(page))
  assert.equal(found.filter((it) => it.startsWith('color-contrast')).length, 1)
})

test('German renders on first paint, without a flash of English', async (t) => {
  const { page } = await foyer.visitor(t, { locale: 'de-DE', javaScriptEnabled: false })

  await page.goto('/login')

  assert.equal(await page.locator('h1').textContent(), 'Anmelden')
})
