import type { Hooks } from '#app/platform/hooks/hooks.ts'

/** Code of yours that runs before and after changes of accounts: docs/hooks.md. */
export const hooks: Hooks = {}
