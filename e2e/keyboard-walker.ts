import assert from 'node:assert/strict'

import type { BrowserContext, Locator, Page } from 'playwright-core'

import { waitForHydration } from './test-server.ts'

/** A person who has a keyboard, an address bar and links in mails, but no mouse. */
export interface KeyboardWalker {
  page: Page
  context: BrowserContext
  hasScript: boolean
  /** Types into a field, over what is in it. */
  type(label: string, text: string): Promise<void>
  /** Types into a field and presses Enter. */
  submit(label: string, text: string): Promise<void>
  /** Types a code, which is sent with its last digit; without script, with Enter. */
  submitCode(code: string, label?: string): Promise<void>
  check(label: string | RegExp): Promise<void>
  press(role: 'button' | 'link', name: string | RegExp): Promise<void>
  /** Waits for a page with the heading, and checks that it fits. */
  arrive(heading: string | RegExp): Promise<void>
}

export function keyboardWalker(
  page: Page,
  context: BrowserContext,
  hasScript: boolean,
): KeyboardWalker {
  const walker: KeyboardWalker = {
    page,
    context,
    hasScript,
    async type(label, text) {
      await tabTo(page, page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    },
    async submit(label, text) {
      await walker.type(label, text)
      await page.keyboard.press('Enter')
    },
    submitCode: (code, label = 'Six-digit code') =>
      hasScript ? walker.type(label, code) : walker.submit(label, code),
    async check(label) {
      await tabTo(page, page.getByLabel(label))
      await page.keyboard.press('Space')
    },
    async press(role, name) {
      await tabTo(page, page.getByRole(role, { name, exact: true }))
      await page.keyboard.press('Enter')
    },
    async arrive(heading) {
      await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
      if (hasScript) await waitForHydration(page)
      assert.ok(await page.evaluate(fitsWidth), `"${String(heading)}" is too wide`)
    },
  }
  return walker
}

const maxTabs = 40

/** Presses Tab until the target has the focus, which must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    const focus = await target.evaluate(focusOf)
    assert.notEqual(focus, 'invisible', `The focus of ${String(target)} is invisible`)
    if (focus === 'visible') return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${String(target)} is not reached with ${maxTabs} tabs`)
}

/** Runs in the page, also without script, where frames and timers do not. */
function fitsWidth(): boolean {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth <= clientWidth
}

/** Runs in the page. */
function focusOf(target: Element): 'elsewhere' | 'visible' | 'invisible' {
  if (target !== document.activeElement) return 'elsewhere'
  const shown = [target, target.parentElement, target.closest('label')]
  return shown.some((it) => it && getComputedStyle(it).outlineStyle !== 'none')
    ? 'visible'
    : 'invisible'
}
