import type { TeamRole } from '#app/permissions.ts'
import { Select } from '#web/components/Select.tsx'
import { useTranslation } from '#web/i18n.tsx'

import { teamRoleLabel } from './role-labels.ts'

interface Props {
  roles: TeamRole[]
  current: string
}

export function RoleSelect({ roles, current }: Props) {
  const t = useTranslation()
  return (
    <Select
      name="role"
      label={t('Role')}
      defaultValue={roles.some((role) => role === current) ? current : roles.at(-1)}
      hint={t('Admins can invite and remove members, and change the team.')}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {teamRoleLabel(t, role)}
        </option>
      ))}
    </Select>
  )
}
