import { msg, type Message } from '@foyer/i18n'

import type { Role } from '#app/permissions.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

export function roleChangedNotice(role: Role | null): SecurityNotice {
  return {
    type: 'role-changed',
    description: role
      ? descriptions[role]
      : msg("Your account no longer has a role. You can't manage the accounts of others."),
  }
}

const descriptions: Record<Role, Message> = {
  support: msg("You're on the support team now: you can help other people with their accounts."),
  admin: msg("You're an administrator now: you can manage all accounts."),
}
