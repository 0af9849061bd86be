import { msg, type Message, type Translator } from '@foyer/i18n'

import type { Role } from '#app/permissions.ts'

const labels: Record<Role, Message> = {
  support: msg('Support'),
  admin: msg('Administrator'),
}
const labelsByName = new Map<string, Message>(Object.entries(labels))

/** A role that is not declared any more is shown by its name. */
export function roleLabel(t: Translator, role: string): string {
  return t(labelsByName.get(role) ?? role)
}
