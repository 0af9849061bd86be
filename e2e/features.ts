import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { TestUser } from './page-states.ts'

export type PageStates = Readonly<Record<string, (user: TestUser) => Promise<void>>>

/** The additions of a feature to the tests of all pages. The files *.feature.ts are found by their name. */
export interface BrowserFeature {
  pageStates: PageStates
  /** One of its states, for the checks that look at each page once. */
  mainState: string
  /** States that only a server with these settings shows. */
  configured?: ConfiguredStates
}

export interface ConfiguredStates {
  settings: Readonly<Record<string, string>>
  pageStates: PageStates
}

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.feature.ts'))

export const browserFeatures: readonly BrowserFeature[] = await Promise.all(
  files.map(async (file): Promise<BrowserFeature> => {
    const module: { default: BrowserFeature } = await import(join(import.meta.dirname, file))
    return module.default
  }),
)
