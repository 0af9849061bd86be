import type { EmailAddressEvents } from '#app/email-addresses/events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'

const invalidates: readonly PropName[] = ['emailAddresses']

export const emailAddressFeature: AccountFeature = {
  events: {
    'email-address.added': { invalidates },
    'email-address.removed': { invalidates },
    'email-address.made-primary': { invalidates },
  } satisfies Record<keyof EmailAddressEvents, EventInfo>,
}
