import type { Webhooks } from '#app/webhook-events.ts'

/** The recovery without the mailbox, by a recovery code and a second factor. */
export interface AccountRecoveryEvents {
  /** `readyAt`: when its waiting time ends. */
  'recovery.requested': { factor: 'code' | 'trusted-device'; readyAt: string }
  /** `change`: another change of how the owner signs in. */
  'recovery.stopped': { by: 'person' | 'link' | 'change' }
  /** The new address and password are in the events before. */
  'recovery.completed': Record<string, never>
}

export const accountRecoveryWebhooks = {
  'recovery.requested': null,
  'recovery.stopped': null,
  // The address and the password that these set are events of their own.
  'recovery.completed': null,
} as const satisfies Webhooks<AccountRecoveryEvents>
