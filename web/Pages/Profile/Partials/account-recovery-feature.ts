import type { AccountRecoveryEvents } from '#app/account-recovery/events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'

const invalidates: readonly PropName[] = ['accountRecovery', 'securityIssues']

export const accountRecoveryFeature: AccountFeature = {
  events: {
    'recovery.requested': { invalidates },
    'recovery.stopped': { invalidates },
    'recovery.completed': { invalidates },
  } satisfies Record<keyof AccountRecoveryEvents, EventInfo>,
}
