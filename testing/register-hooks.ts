import type { TestContext } from 'node:test'

import { HookRefusal } from '#app/platform/hooks/hook-refusal.ts'
import { type Hooks, setHooks } from '#app/platform/hooks/hooks.ts'

import type { TestApp } from './test-app.ts'

export const refusalReason = 'Ask the front desk first.'

export function refuse(): never {
  throw new HookRefusal(refusalReason)
}

/** Registers hooks until the end of the test, because other tests use the same app. */
export function registerHooks(t: TestContext, { db }: TestApp, hooks: Hooks): void {
  setHooks(db, hooks)
  t.after(() => setHooks(db, {}))
}
