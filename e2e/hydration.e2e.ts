import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { createAccount } from './account-steps.ts'
import { waitForLayout } from './layout-checks.ts'
import { startTestServer } from './test-server.ts'

const foyer = startTestServer()
/** The profile page's script. */
const pageChunk = /\/Show-[\w-]+\.js$/

/** Detects whether the profile's sections move, resize or are replaced, once the document is parsed and has its styles. */
async function watchSections(page: Page) {
  await page.waitForFunction(() => document.readyState !== 'loading')
  // A browser draws no frame without the styles.
  await waitForLayout(page)
  return page.evaluateHandle(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('.section')]
    const describePosition = (it: HTMLElement) => `${it.id} ${it.offsetTop} ${it.offsetHeight}`
    const before = sections.map(describePosition).join()
    let removedCount = 0
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes) removedCount += removedNodes.length
    }).observe(document.querySelector('.settings') ?? document, { childList: true, subtree: true })
    const hasChanged = () =>
      removedCount > 0 ||
      before !== sections.map(describePosition).join() ||
      sections.some((it) => !it.isConnected)
    return { count: sections.length, hasChanged }
  })
}

for (const locale of ['en', 'de']) {
  test(`hydration moves nothing and keeps focus and input (${locale})`, async (t) => {
    const { page, context } = await foyer.newVisitor(t, { locale })
    await createAccount(foyer, context)
    const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(pageChunk, async (route) => {
      requested.resolve()
      await released.promise
      await route.continue()
    })

    await page.goto('/user/profile', { waitUntil: 'commit' })
    await requested.promise
    const current = page.locator('[name=name]')
    await page.locator('#address summary').click()
    await current.fill('typed before the script came')
    const watcher = await watchSections(page)
    released.resolve()
    await page.waitForFunction(
      () => Object.keys(document.querySelector('#address') ?? {}).length > 0,
    )

    assert.equal(await watcher.evaluate(({ count }) => count), 4)
    assert.equal(await page.locator('#address [name=email]').isVisible(), true)
    assert.equal(await watcher.evaluate(({ hasChanged }) => hasChanged()), false)
    assert.equal(await current.inputValue(), 'typed before the script came')
    assert.ok(await current.evaluate((it) => it === document.activeElement))
  })
}

test('without its chunk, the forms of a page work as without script', async (t) => {
  const { page, context, browserErrors } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  await page.route(pageChunk, (route) => route.abort())
  const newVersionNotice = page.getByText('A new version of this page is ready.')
  await page.goto('/user/profile/security')
  await newVersionNotice.waitFor()
  await page.locator('#password summary').click()

  await page.locator('[name=current_password]').fill('a guess')
  await page.locator('[name=password]').fill('seven silver spoons')
  await page.getByRole('button', { name: 'Change password' }).click()

  await page.getByText("That password isn't right. Try again.").first().waitFor()
  await newVersionNotice.waitFor()
  browserErrors.length = 0
})

test('the navigation works before the content is hydrated, and shows the new page', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const { name } = await createAccount(foyer, context)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(clickHydratedNavigation)

  await page.goto('/user/profile')

  await page.getByRole('heading', { name, level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/dashboard')
  assert.equal(await page.evaluate(() => sessionStorage.getItem('content')), 'not hydrated')
})

/** Runs in the page. Clicks the link as soon as it is hydrated, and stores whether the content is. */
function clickHydratedNavigation(): void {
  const isHydrated = (element: Element | null) =>
    Object.keys(element ?? {}).some((key) => key.startsWith('__reactProps'))
  const timer = setInterval(() => {
    const link = document.querySelector<HTMLElement>('.member-bar nav a[href="/dashboard"]')
    if (!isHydrated(link)) return
    clearInterval(timer)
    const isReady = isHydrated(document.querySelector('#delete-account'))
    sessionStorage.setItem('content', isReady ? 'hydrated' : 'not hydrated')
    link?.click()
  })
}
