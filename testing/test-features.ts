import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

import type { AccountState } from '#app/account-events.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

import type { Action } from './random-actions.ts'
import type { TestApp } from './test-app.ts'

/** The additions of a feature to the tests of the whole application. The files *.feature.ts are found by their name. */
export interface TestFeature {
  /** The feature's part of the account's state, read from its tables. */
  accountState?(foyer: TestApp): Promise<Partial<AccountState>>
  randomActions?: Readonly<Record<string, Action>>
  /** Rate limits and values by their row in docs/security-policy.md or the README of the feature. */
  rateLimits?: Readonly<Record<string, AttemptLimits>>
  policyValues?: Readonly<Record<string, string[]>>
  /** Pages for docs/screenshots, by the name of their pictures. */
  screenshots?: Readonly<Record<string, { path: string; prepare(page: Page): Promise<void> }>>
}

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.feature.ts'))

export const testFeatures: readonly TestFeature[] = await Promise.all(
  files.map(async (file): Promise<TestFeature> => {
    const module: { default: TestFeature } = await import(join(import.meta.dirname, file))
    return module.default
  }),
)
