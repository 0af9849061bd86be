import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../docs/screenshots')
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

export type Variant = 'light' | 'dark' | 'light-phone' | 'dark-phone'

export async function showVariant(page: Page, variant: Variant): Promise<void> {
  await page.emulateMedia({ colorScheme: variant.startsWith('dark') ? 'dark' : 'light' })
  await page.setViewportSize(variant.endsWith('phone') ? phone : desktop)
}

export async function saveScreenshot(page: Page, name: string, variant: Variant): Promise<void> {
  await mkdir(folder, { recursive: true })
  // A button under the pointer looks different.
  await page.mouse.move(0, 0)
  await page.waitForFunction(
    () => document.querySelector('main .skeleton, .playhead:not([style])') === null,
  )
  const image = sharp(await page.screenshot()).png({ palette: true, effort: 10 })
  await image.toFile(join(folder, `${name}-${variant}.png`))
}
