import { type Message, msg, type Translator } from '@foyer/i18n'

import type { TeamRole } from '#app/permissions.ts'

const labels: Record<TeamRole, Message> = {
  owner: msg('Owner'),
  admin: msg('Admin'),
  member: msg('Member'),
}

const labelsByName = new Map<string, Message>(Object.entries(labels))

/** A role that is not declared any more is shown by its name. */
export function teamRoleLabel(t: Translator, role: string): string {
  const label = labelsByName.get(role)
  return label ? t(label) : role
}
