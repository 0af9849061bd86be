import type { AttributeEvents } from '#app/custom-attributes/events.ts'
import type { AccountFeature, EventInfo } from '#web/account-features.ts'

export const attributeFeature: AccountFeature = {
  events: {
    'attributes.changed': { invalidates: ['attributes'] },
  } satisfies Record<keyof AttributeEvents, EventInfo>,
}
