import type { Webhooks } from '#app/webhook-events.ts'

/** The addresses beside the primary one, which has the events `address.…`. */
export interface EmailAddressEvents {
  'email-address.added': { address: string; email: string; recoveryOnly: boolean }
  'email-address.removed': { address: string; email: string }
  /** `address` is the new primary one. `kept` is the former one, now additional; null when it was never proved. */
  'email-address.made-primary': {
    address: string
    email: string
    kept: { address: string; email: string; since: string } | null
  }
}

export const emailAddressWebhooks = {
  'email-address.made-primary': null,
  'email-address.added': {
    type: 'email_address.added',
    data: ({ address }) => ({ email_address_id: address }),
  },
  'email-address.removed': {
    type: 'email_address.removed',
    data: ({ address }) => ({ email_address_id: address }),
  },
} as const satisfies Webhooks<EmailAddressEvents>
