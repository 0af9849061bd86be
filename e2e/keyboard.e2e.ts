import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { accountSections } from '#web/lib/account-sections.ts'

import { createAccount } from './account-steps.ts'
import { openPalette } from './command-palette.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const focusedText = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)

test('the password can be shown and hidden with the keyboard', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/login?step=password')
  const field = page.getByLabel('Password', { exact: true })
  await field.focus()
  await page.keyboard.press('Tab')
  assert.equal(await focusedText(page), 'Show password')
  await page.keyboard.press('Space')
  assert.equal(await field.getAttribute('type'), 'text')
  await page.keyboard.press('Space')
  assert.equal(await field.getAttribute('type'), 'password')
})

test('the account menu works with arrow keys and restores the focus', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/dashboard')
  const button = page.getByRole('button', { name: /^Account menu of/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  await signOut.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  assert.equal(await focusedText(page), 'Sign out')
  await page.keyboard.press('ArrowUp')
  assert.equal(await focusedText(page), 'Same as your device')

  await page.keyboard.press('Escape')

  await signOut.waitFor({ state: 'hidden' })
  await button.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await signOut.waitFor()
  for (let count = 0; count < 12 && (await signOut.isVisible()); count++)
    await page.keyboard.press('Tab')
  await signOut.waitFor({ state: 'hidden' })
  assert.ok(await page.evaluate(() => document.activeElement?.closest('main')))
})

test('the command palette finds an action and runs it, and "?" lists the shortcuts', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/dashboard')
  const palette = page.getByRole('combobox', { name: 'Search pages, settings and actions' })

  await openPalette(page)
  await palette.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('token')
  const chosen = page.getByRole('option', { selected: true })
  assert.match(await chosen.innerText(), /^API tokens/)
  await page.keyboard.press('ArrowDown')
  assert.match(await chosen.innerText(), /^Create a token/)
  assert.equal(await palette.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'))
  await page.keyboard.press('Enter')

  await page.waitForURL('**/user/api-tokens#create')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByLabel('Open this list with ?').press('Space')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await palette.waitFor()
  assert.equal(await list.count(), 0)
  await page.keyboard.type('nothing like it')
  await page.getByText('Nothing found').waitFor()
})

test('the command palette lists every section, the teams, and the admin pages that the role permits', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { email } = await createAccount(foyer, context)
  const listed = async () => {
    await openPage(page, '/dashboard')
    await openPalette(page)
    await page.getByRole('option').first().waitFor()
    return page
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('href') ?? ''))
  }

  const own = await listed()
  await runOperatorCommand(foyer, 'user:role', email, 'support', '--yes')
  const asSupport = await listed()

  const sections = own.flatMap((href) => href.match(/^\/user\/profile.*#(.+)$/)?.[1] ?? [])
  assert.deepEqual(
    Object.keys(accountSections).filter((id) => !sections.includes(id)),
    [],
  )
  assert.ok(own.includes('/teams'))
  assert.deepEqual(
    own.filter((href) => href.startsWith('/admin')),
    [],
  )
  assert.deepEqual(
    asSupport.filter((href) => href.startsWith('/admin')),
    ['/admin'],
  )
})

test('the first tab stop on the dashboard skips to the content', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/dashboard')
  await page.keyboard.press('Tab')
  assert.equal(await focusedText(page), 'Skip to the content')
  const link = page.getByRole('link', { name: 'Skip to the content' })
  assert.ok(((await link.boundingBox())?.y ?? -1) >= 0)

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')

  const isInside = () => document.activeElement?.closest('main, footer') !== null
  assert.equal(await page.evaluate(isInside), true)
})

test('every tab stop has a visible focus', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/register')
  const stops: (string | null)[] = []
  for (let count = 0; count < 14; count++) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => {
        const it = document.activeElement
        if (!it || it === document.body) return null
        const shown = [it, it.parentElement, it.closest('label')].map((element) =>
          element ? getComputedStyle(element).outlineStyle : 'none',
        )
        return shown.some((style) => style !== 'none') ? null : it.outerHTML
      }),
    )
  }
  assert.deepEqual(
    stops.filter((it) => it !== null),
    [],
  )
})

test('a visit focuses the heading and announces the title', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Create an account' }).click()

  await page.waitForFunction(() => document.activeElement?.textContent === 'Create an account')
  await page.locator('body > [role=status]').getByText('Create an account - Foyer').waitFor()
})
