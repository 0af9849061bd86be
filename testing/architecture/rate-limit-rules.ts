import { type Route, type RouteName, routes } from '#app/routes.ts'

import { routeDefinitions } from './security-rules.ts'
import type { SourceTree } from './source-tree.ts'

/** The routes that need no rate limit, by the reason. */
const unlimited: Record<string, readonly RouteName[]> = {
  'It removes or ends what exists, which other limits bound.': [
    'account-leaving.return',
    'account-recovery.destroy',
    'api-tokens.destroy',
    'api.sessions.destroy',
    'api.tokens.destroy',
    'authenticator-app.destroy',
    'browser-session.destroy',
    'current-user-photo.destroy',
    'email-address.destroy',
    'email-change.destroy',
    'linked-account.destroy',
    'logout',
    'other-browser-sessions.destroy',
    'passkey.destroy',
    'password.confirmation.destroy',
    'support-access.destroy',
    'team-api.revoke-invitation',
    'team-domain.destroy',
    'team-invitations.destroy',
    'team-member.destroy',
    'team-membership.destroy',
    'team-picture.destroy',
    'team-sign-in.store',
    'team-token.destroy',
    'trusted-device.destroy',
    'trusted-devices.destroy',
    'two-factor.disable',
    'user-password.destroy',
  ],
  'It answers once what another limit bounds.': [
    'support-access.store',
    'team-ownership-offer.accept',
    'terms.accept.store',
    'two-factor.confirm-recovery-codes',
  ],
  'It records no event, and tells others nothing unless a row changes.': [
    'accounts.store',
    'notifications.read',
    'passkey-offer.destroy',
  ],
  'It exists in development only.': ['test-clock.store'],
}

const needsNoLimit = new Set<string>(Object.values(unlimited).flat())
const accessRules = new Set(['signedIn', 'verified', 'team', 'apiToken', 'teamToken'])
const limitCall = /\b(?:rateLimit\w*|withAttemptLimit|openLinkByCode|storeUpload)\(/

/** Routes by which an account or a team changes without a rate limit, and reasons for routes that have one. */
export function unlimitedChanges(tree: SourceTree): string[] {
  const table: Record<string, Route> = routes
  return tree
    .filter(({ path }) => /^app\/.+\.ts$/.test(path))
    .flatMap(routeDefinitions)
    .flatMap((definition) => {
      const name = /(?:routeOptions|machineEndpoint)\('([^']+)'\)/.exec(definition)?.[1] ?? ''
      const { method = 'GET', access = 'public' } = table[name] ?? {}
      if (method === 'GET' || !accessRules.has(access)) return []
      const hasLimit = limitCall.test(definition)
      if (hasLimit !== needsNoLimit.has(name)) return []
      return `${name} ${hasLimit ? 'has a limit, and a reason to have none' : 'has no rate limit'}`
    })
}
