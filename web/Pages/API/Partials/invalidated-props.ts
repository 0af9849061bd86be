import type { TokenEvents } from '#app/account-events.ts'

const props = ['tokens', 'password', 'securityIssues'] as const

/** The props of any page that an event makes outdated. */
export const tokenInvalidatedProps: Record<keyof TokenEvents, readonly [...typeof props]> = {
  'token.changed': props,
  'token.created': props,
  'token.first-used': props,
  'token.revoked': props,
  'token.rotated': props,
}
