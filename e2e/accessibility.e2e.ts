import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { type AxeView, reportAxeResult, saveAxeResults } from '#testing/axe-results.ts'

import { configuredStates } from './all-page-states.ts'
import { type AxeResult, runAxe } from './axe.ts'
import { browserFeatures } from './features.ts'
import {
  idleTabStops,
  smallTouchTargets,
  truncatedElements,
  waitForLayout,
  squeezedParagraphs,
  horizontalOverflow,
} from './layout-checks.ts'
import { createTestUser, pageStates, type TestUser } from './page-states.ts'
import { openPage, startTestServer, type TestServer } from './test-server.ts'
import { setLocale, untranslatedTexts } from './untranslated-text.ts'

const foyer = startTestServer()
// Longer than German, and marked, which shows untranslated text. Real languages are checked in languages.e2e.ts.
const locale = 'en-XA'

/** Pages with nothing open on top of them. */
const statesForTouch = [
  'Auth/Login',
  'Auth/Register, rejected',
  'Auth/TwoFactorChallenge',
  'Dashboard',
  'Profile/Show, with a passkey',
  'Profile/Show, two devices',
  'TimeTravel/Index, the past',
  'TimeTravel/Index, no matching events',
  'Auth/Login, three providers',
  'Profile/Show, two linked accounts',
  'Auth/ConfirmPassword, with providers',
  ...browserFeatures.map(({ mainState }) => mainState),
  'Mailbox',
  'Mailbox, a mail',
]

after(saveAxeResults)

/** Violations of a criterion of WCAG 2.2 A or AA, and other advice that axe calls serious. */
function relevantViolations({ violations }: AxeResult): string[] {
  return violations
    .filter(({ isWcag, impact }) => isWcag || impact === 'serious' || impact === 'critical')
    .map(({ description }) => description)
}

async function assertAccessible(page: Page, state: string, view: AxeView): Promise<void> {
  // A target that the bar covers while the page is scrolled can be scrolled into view.
  await page.evaluate(() => scrollTo(0, 0))
  await waitForLayout(page)
  const result = await runAxe(page)
  assert.deepEqual(relevantViolations(result), [])
  const browser = `Chromium ${page.context().browser()?.version()}`
  reportAxeResult(state, view, { browser, passedRules: result.passedRules })
}

async function emulateTouch(page: Page, enabled: boolean): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled })
  await waitForLayout(page)
}

/** Text spacing as in WCAG 1.4.12. Not a style element, which the policy would block. */
function applyTextSpacing(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

for (const [name, openState] of Object.entries(pageStates)) testState(foyer, name, openState)
for (const { settings, pageStates: states } of configuredStates) {
  const server = startTestServer(settings)
  for (const [name, openState] of Object.entries(states)) testState(server, name, openState)
}

function testState(server: TestServer, name: string, openState: (user: TestUser) => Promise<void>) {
  test(name, async (t) => {
    const visitor = await server.visitor(t)
    await setLocale(visitor, locale, server.origin)
    await visitor.page.setViewportSize({ width: 1280, height: 800 })
    const user = createTestUser(server, visitor)
    await openState(user)
    await testContent(t, name, user)
    await testLayout(t, name, user)
  })
}

async function testContent(t: TestContext, name: string, { page, person }: TestUser) {
  await t.test(`${name}: has a title and a language`, async () => {
    // The client sets it once more when the page is hydrated.
    await page.waitForFunction(() => /^\S.* - Foyer$/.test(document.title))
    assert.equal(await page.getAttribute('html', 'lang'), locale)
  })
  await t.test(`${name}: every text is translatable`, async () => {
    assert.deepEqual(await untranslatedTexts(page, person), [])
  })
  await t.test(`${name}: has no dialog or block inside text`, async () => {
    const blocks = page.locator('span, p, button, a').locator('dialog, div, form, table, ul, p')
    assert.deepEqual(await blocks.evaluateAll((all) => all.map((it) => it.outerHTML)), [])
  })
  await t.test(`${name}: has no tab stop that does nothing`, async () => {
    assert.deepEqual(await page.evaluate(idleTabStops), [])
  })
  await t.test(`${name}: has no axe violations on a desktop, light`, async () => {
    await assertAccessible(page, name, 'desktop')
  })
  await t.test(`${name}: has no axe violations on a phone, dark`, async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 800 })
    await assertAccessible(page, name, 'phone')
  })
  if (name.startsWith('Auth/')) {
    await t.test(
      `${name}: has enough contrast on a phone, light, and a desktop, dark`,
      async () => {
        await page.emulateMedia({ colorScheme: 'light' })
        await assertContrast(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize({ width: 1280, height: 800 })
        await assertContrast(page)
        await page.setViewportSize({ width: 390, height: 800 })
      },
    )
  }
}

/** Checks the other two looks of a way in: its elements are those of the first two, only the colors are combined anew. */
async function assertContrast(page: Page): Promise<void> {
  await waitForLayout(page)
  assert.deepEqual(relevantViolations(await runAxe(page, ['color-contrast'])), [])
}

/** Checks the layout, on a phone first. */
async function testLayout(t: TestContext, name: string, { page }: TestUser) {
  await t.test(`${name}: fits a phone with longer words, also right to left`, async () => {
    assert.deepEqual(await horizontalOverflow(page), [])
    assert.deepEqual(await page.evaluate(truncatedElements), [])
    assert.deepEqual(await page.evaluate(squeezedParagraphs), [])
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    assert.deepEqual(await horizontalOverflow(page), [])
    await page.evaluate(() => (document.documentElement.dir = 'ltr'))
  })
  if (statesForTouch.includes(name)) {
    await t.test(`${name}: touch targets are 44 pixels high`, async () => {
      await emulateTouch(page, true)
      assert.deepEqual(await page.evaluate(smallTouchTargets), [])
      await emulateTouch(page, false)
    })
  }
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
}

test('the dashboard fits a phone at 200% text size', async (t) => {
  const visitor = await foyer.visitor(t, { locale: 'de-DE' })
  await pageStates['Dashboard']?.(createTestUser(foyer, visitor))
  const { page } = visitor

  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

  assert.deepEqual(await horizontalOverflow(page), [])
})

test('the slider itself is 44 pixels wide and high', async (t) => {
  const visitor = await foyer.visitor(t, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await pageStates['TimeTravel/Index']?.(createTestUser(foyer, visitor))

  const box = await visitor.page.getByRole('slider').boundingBox()

  assert.ok(box && box.width >= 44 && box.height >= 44)
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
