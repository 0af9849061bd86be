import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from 'playwright-core'

/** Presses the shortcut until the palette is there: the page listens only some time after it is hydrated. */
export async function openPalette(page: Page): Promise<void> {
  const palette = page.getByRole('combobox', { name: 'Search pages, settings and actions' })
  while (!(await palette.isVisible())) {
    await page.keyboard.press('Control+k')
    await sleep(50)
  }
}
