import type { Webhooks } from '#app/webhook-events.ts'

export interface ApiTokensEvents {
  'token.created': { token: string } & TokenAttributes
  'token.changed': { token: string; before: TokenAttributes; after: TokenAttributes }
  'token.rotated': {
    token: string
    name: string
    expiresAt: string | null
    /** When the previous secret expires; null when it had expired already. */
    overlapUntil: string | null
  }
  'token.revoked': {
    token: string
    name: string
    by: 'person' | 'token' | 'system'
    why:
      | 'asked'
      | 'expired'
      | 'password-changed'
      | 'password-reset'
      | 'not-me'
      | 'deletion'
      | 'operator'
      | 'access-removed'
      /** In the daily check, the required provider refused the account there. */
      | 'provider-refused'
  }
  /** The token was used from a new network, that of the event's IP. */
  'token.first-used': { token: string }
}

export interface TokenAttributes {
  name: string
  permissions: string[]
  /** Empty means any network. */
  networks: string[]
  expiresAt: string | null
}

export interface TokenBaseline {
  name: string
  permissions: string[]
  networks: string[]
  createdAt: string
  endsAt: string | null
}

export const apiTokensWebhooks = {
  'token.created': { type: 'api_token.created', data: ({ token }) => ({ api_token_id: token }) },
  'token.revoked': {
    type: 'api_token.revoked',
    data: ({ token, why }) => ({ api_token_id: token, reason: why }),
  },
  'token.changed': null,
  'token.rotated': null,
  'token.first-used': null,
} as const satisfies Webhooks<ApiTokensEvents>
