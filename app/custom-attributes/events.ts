import type { AttributeValue } from '#app/attributes.ts'
import type { Webhooks } from '#app/webhook-events.ts'

export interface AttributeEvents {
  /** The changed attributes by name; null means no value. Contains only those that the owner may see. */
  'attributes.changed': {
    by: 'person' | 'service' | 'operator'
    before: Record<string, AttributeValue | null>
    after: Record<string, AttributeValue | null>
    /** The number of changed attributes that the owner may not see. */
    hidden: number
    /** The event whose state was restored. */
    event?: number
  }
}

export const attributeWebhooks = {
  // Attributes are left out; receivers read them by API.
  'attributes.changed': { type: 'user.updated', data: () => ({ changed: ['attributes'] }) },
} as const satisfies Webhooks<AttributeEvents>
