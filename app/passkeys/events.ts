import type { Webhooks } from '#app/webhook-events.ts'

export interface PasskeyEvents {
  /**
   * `isAutomatic`: by the browser's password manager, without a prompt, after a sign-in with the password.
   * `secondFactorOnly`: a security key, which signs in after the password only.
   */
  'passkey.added': {
    passkey: string
    name: string
    kind: string | null
    isAutomatic?: boolean
    secondFactorOnly?: boolean
  }
  'passkey.renamed': { passkey: string; before: string; after: string }
  'passkey.removed': { passkey: string; name: string }
  /** The signature counter went backwards: the authenticator may have been cloned. */
  'passkey.refused': { passkey: string; name: string; reason: 'counter' }
}

export const passkeyWebhooks = {
  'passkey.added': { type: 'passkey.added', data: ({ passkey }) => ({ passkey_id: passkey }) },
  'passkey.removed': { type: 'passkey.removed', data: ({ passkey }) => ({ passkey_id: passkey }) },
  'passkey.renamed': null,
  'passkey.refused': null,
} as const satisfies Webhooks<PasskeyEvents>
