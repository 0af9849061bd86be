import type { Page } from 'playwright-core'

/** Shorter than a code, so none is ever right. */
export async function enterWrongCode(page: Page, section: string): Promise<void> {
  await page.locator(`${section} [name=code]`).fill('000')
  await page.locator(`${section} form:has([name=code]) [type=submit]`).click()
  await page.locator(`${section} .field-error`).waitFor()
}
