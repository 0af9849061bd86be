import type { TokenEvents } from '#app/account-events.ts'
import type { EventKind } from '#app/pages.ts'
import type { FeatureHistory } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { removeRow, updateRow } from '#app/platform/lib/rows-by-id.ts'

import { revokeApiTokens } from './api-tokens.ts'

const kinds: Record<keyof TokenEvents, EventKind> = {
  'token.created': 'token',
  'token.changed': 'token',
  'token.rotated': 'token',
  'token.revoked': 'token',
  'token.first-used': 'token',
}

export const tokenHistory: FeatureHistory = {
  collection: 'tokens',
  kinds,
  reducers: {
    'token.created': ({ token, name, permissions, networks, expiresAt }, { tokens }, at) => ({
      tokens: {
        ...tokens,
        [token]: { name, permissions, networks, createdAt: toIso(at), endsAt: expiresAt },
      },
    }),
    'token.changed': (
      { token, after: { name, permissions, networks, expiresAt } },
      { tokens },
    ) => ({
      tokens: updateRow(tokens, token, { name, permissions, networks, endsAt: expiresAt }),
    }),
    'token.rotated': ({ token, expiresAt }, { tokens }) => ({
      tokens: updateRow(tokens, token, { endsAt: expiresAt }),
    }),
    'token.revoked': ({ token }, { tokens }) => ({ tokens: removeRow(tokens, token) }),
  },
  typePrefix: 'token.',
  idProperty: 'token',
  revertibleTypes: ['token.created', 'token.changed', 'token.rotated'],
  async revoke(tx, actor, tokenIds) {
    await revokeApiTokens(tx, actor, { tokenIds, reason: 'not-me' })
  },
}
