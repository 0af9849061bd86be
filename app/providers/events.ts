import type { Webhooks } from '#app/webhook-events.ts'

/** `provider` is its id in the settings, `name` its label then. */
export interface ProvidersEvents {
  'linked-account.added': {
    account: string
    provider: string
    name: string
    email: string | null
  }
  /** The account there has another address now. */
  'linked-account.changed': {
    account: string
    name: string
    before: string | null
    after: string
  }
  'linked-account.removed': { account: string; provider: string; name: string }
}

export const providersWebhooks = {
  'linked-account.added': {
    type: 'linked_account.added',
    data: ({ account, provider }) => ({ linked_account_id: account, provider }),
  },
  'linked-account.changed': null,
  'linked-account.removed': {
    type: 'linked_account.removed',
    data: ({ account, provider }) => ({ linked_account_id: account, provider }),
  },
} as const satisfies Webhooks<ProvidersEvents>
