import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import type { Page } from 'playwright-core'
import { build } from 'vite'

import { runAxe } from './axe.ts'
import { setUpChromium, visitFakeServer } from './visit-fake-server.ts'

setUpChromium()

let distDir: string

before(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'foyer-components-'))
  const resolvePage = fileURLToPath(import.meta.resolve('./component-gallery.tsx'))
  await build({
    logLevel: 'error',
    resolve: { alias: { '#web/resolve-page.ts': resolvePage } },
    build: { outDir: join(distDir, 'browser') },
  })
})

after(() => rm(distDir, { recursive: true, force: true }))

async function openGallery(t: TestContext, props = {}) {
  const { page, fakeServer } = await visitFakeServer(t, distDir)
  fakeServer.pages['/components'] = { component: 'Components', props }
  await page.goto('/components')
  await page.getByRole('heading', { name: 'Components' }).waitFor()
  return { page, fakeServer }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('a dialog traps the focus and restores it on Escape', async (t) => {
  const { page } = await openGallery(t)
  await button(page, 'Sign out device').press('Enter')
  assert.equal(await focusedText(page), 'Keep it')
  await page.keyboard.press('Tab')
  assert.equal(await focusedText(page), 'End it')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await focusedText(page), 'Sign out device')
})

test('a click outside a dialog closes it, a click inside does not', async (t) => {
  const { page } = await openGallery(t)
  const dialog = page.getByRole('dialog', { name: 'Sign out device?' })
  await button(page, 'Sign out device').click()
  await dialog.getByText('has to sign in again').click()
  assert.equal(await dialog.count(), 1)
  await page.mouse.click(5, 5)
  await dialog.waitFor({ state: 'detached' })
})

test('a toast disappears after a while, but not while hovered', async (t) => {
  const { page } = await openGallery(t)
  await page.clock.install()
  const toastText = page.locator('.toasts .alert')
  await button(page, 'Show a toast').click()
  await toastText.hover()
  await page.clock.runFor(30_000)
  assert.equal(await toastText.count(), 1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  await toastText.waitFor({ state: 'detached' })
})

test('a toast is dismissed by its button', async (t) => {
  const { page } = await openGallery(t)
  await button(page, 'Show a toast').click()
  await page.locator('.toasts .alert').hover()
  await button(page, 'Dismiss').click()
  await page.locator('.toasts .alert').waitFor({ state: 'detached' })
})

test('a tooltip opens on hover, closes on Escape, and is no tab stop', async (t) => {
  const { page } = await openGallery(t)
  const tip = page.getByRole('tooltip')
  await button(page, 'Show a toast').focus()
  await page.keyboard.press('Tab')
  assert.equal(await focusedText(page), 'Load again')
  await page.getByText('two days ago').hover()
  await tip.waitFor()
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'hidden' })
})

test('a skeleton is invisible for the first 300 ms', async (t) => {
  const { page } = await openGallery(t)
  await button(page, 'Load again').click()
  const opacities = await page.locator('.skeleton').evaluate((skeleton: HTMLElement) => {
    // Starts the animation again: on a busy machine it has ended.
    skeleton.style.animation = 'none'
    skeleton.getAnimations()
    skeleton.style.animation = ''
    const [fadeIn] = skeleton.getAnimations()
    return [100, 299, 400].map((time) => {
      if (fadeIn) fadeIn.currentTime = time
      return getComputedStyle(skeleton).opacity
    })
  })
  assert.deepEqual(opacities, ['0', '0', '1'])
})

test('editing a field clears its error', async (t) => {
  const errors = { name: 'Too long.', language: 'We do not speak that.' }
  const { page } = await openGallery(t, { errors })
  await page.getByLabel('Your name').pressSequentially('Ada')
  await page.getByText('Too long.').and(page.locator('.field-error')).waitFor({ state: 'detached' })
  await page.getByLabel('Your language').selectOption('Deutsch')
  await page.locator('.field-error').waitFor({ state: 'detached' })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the components have no axe violations, ${colorScheme}`, async (t) => {
    const { page } = await openGallery(t)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await button(page, 'Load again').click()
    await button(page, 'Show a toast').click()
    await page.locator('.toasts .alert').waitFor()
    assert.deepEqual((await runAxe(page)).violations, [])
  })
}
