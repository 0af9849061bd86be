import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { openFoyer } from './foyer.ts'
import { join } from './people.ts'

const foyer = openFoyer()
const later = /Show\.later-[\w-]+\.js$/

/** What stands on the profile, how far down, and whether it is still the same piece of the document. */
async function watch(page: Page) {
  return page.evaluateHandle(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('.section')]
    const at = (it: HTMLElement) => `${it.id} ${it.offsetTop} ${it.offsetHeight}`
    const before = sections.map(at).join()
    let taken = 0
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes) taken += removedNodes.length
    }).observe(document.querySelector('.settings') ?? document, { childList: true, subtree: true })
    const hasChanged = () =>
      taken > 0 || before !== sections.map(at).join() || sections.some((it) => !it.isConnected)
    return { count: sections.length, hasChanged }
  })
}

for (const locale of ['en', 'de']) {
  test(`what of a page comes later takes over what stands there: nothing moves, focus stays (${locale})`, async (t) => {
    const { page, context } = await foyer.visitor(t, { locale })
    await join(foyer, context)
    const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(later, async (route) => {
      asked.resolve()
      await allowed.promise
      await route.continue()
    })

    await page.goto('/user/profile', { waitUntil: 'commit' })
    await asked.promise
    const current = page.locator('[name=current_password]')
    await current.fill('typed before the script came')
    const seen = await watch(page)
    allowed.resolve()
    await page.waitForFunction(
      () => Object.keys(document.querySelector('#sessions') ?? {}).length > 0,
    )

    assert.ok((await seen.evaluate(({ count }) => count)) >= 7)
    assert.equal(await seen.evaluate(({ hasChanged }) => hasChanged()), false)
    assert.equal(await current.inputValue(), 'typed before the script came')
    assert.ok(await current.evaluate((it) => it === document.activeElement))
  })
}

test('where it never comes, its forms work as they do without script', async (t) => {
  const { page, context, complaints } = await foyer.visitor(t)
  await join(foyer, context)
  await page.route(later, (route) => route.abort())
  await page.goto('/user/profile')
  await page.getByText('A new version of this page is ready.').waitFor()

  await page.locator('[name=current_password]').fill('a guess')
  await page.locator('[name=password]').fill('seven silver spoons')
  await page.getByRole('button', { name: 'Change your password' }).click()

  await page.getByText('That is not your current password.').first().waitFor()
  complaints.length = 0
})
