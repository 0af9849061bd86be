import type { FeatureHistory, FeatureTakeover, ReducersOf } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { removeRow, updateRow } from '#app/platform/lib/rows-by-id.ts'

import { revokeApiTokens } from './api-tokens.ts'
import type { ApiTokensEvents } from './events.ts'

const reducers: ReducersOf<ApiTokensEvents> = {
  'token.created': ({ token, name, permissions, networks, expiresAt }, { tokens }, at) => ({
    tokens: {
      ...tokens,
      [token]: { name, permissions, networks, createdAt: toIso(at), endsAt: expiresAt },
    },
  }),
  'token.changed': ({ token, after: { name, permissions, networks, expiresAt } }, { tokens }) => ({
    tokens: updateRow(tokens, token, { name, permissions, networks, endsAt: expiresAt }),
  }),
  'token.rotated': ({ token, expiresAt }, { tokens }) => ({
    tokens: updateRow(tokens, token, { endsAt: expiresAt }),
  }),
  'token.revoked': ({ token }, { tokens }) => ({ tokens: removeRow(tokens, token) }),
  'token.first-used': () => ({}),
}

export const tokenHistory: FeatureHistory = { kind: 'token', reducers }

export const tokenTakeover: FeatureTakeover = {
  step: 'tokens',
  counter: 'tokens',
  revertibleTypes: ['token.created', 'token.changed', 'token.rotated'],
  changedIds(changes, reported) {
    // The owner reported this token's own event, so it is compromised even if the owner created it.
    const events = reported.type.startsWith('token.') ? [...changes, reported] : changes
    return events.map(({ data }) => String(data['token']))
  },
  isActive: (token, { tokens }) => token in tokens,
  async revert(tx, _context, actor, { ids }) {
    return revokeApiTokens(tx, actor, { tokenIds: ids, reason: 'not-me' })
  },
}
