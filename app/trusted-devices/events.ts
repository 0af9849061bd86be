import type { Webhooks } from '#app/webhook-events.ts'

/** Any security event ends the trust too, without an event of its own: see platform/event-log/device-trust.ts. */
export interface TrustedDeviceEvents {
  'device.trusted': {
    device: string
    browser: string | null
    platform: string | null
    endsAt: string
  }
  'device.untrusted': { device: string; browser: string | null; platform: string | null }
  /** A secret that this device had before was used again, so a cookie was copied. */
  'device.trust-copied': { device: string; browser: string | null; platform: string | null }
}

export const trustedDeviceWebhooks = {
  'device.trusted': null,
  'device.trust-copied': null,
  'device.untrusted': null,
} as const satisfies Webhooks<TrustedDeviceEvents>
