import type { AttributeValue } from '#app/attributes.ts'
import type { Webhooks } from '#app/webhook-events.ts'

export interface AttributeEvents {
  /** By name; null is no value. Only attributes that the owner may see. */
  'attributes.changed': {
    by: 'person' | 'service' | 'operator'
    before: Record<string, AttributeValue | null>
    after: Record<string, AttributeValue | null>
    /** How many others changed. */
    hidden: number
    /** Restored to the state after this event. */
    event?: number
  }
}

export const attributeWebhooks = {
  // Attributes are left out; receivers read them by API.
  'attributes.changed': { type: 'user.updated', data: () => ({ changed: ['attributes'] }) },
} as const satisfies Webhooks<AttributeEvents>
