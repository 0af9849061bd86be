import type { ReactNode } from 'react'

import type { TeamRole } from '#app/permissions.ts'
import type { TeamHeader, TeamMemberRow } from '#app/teams/pages.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { teamRoleLabel } from './role-labels.ts'
import { RoleSelect } from './RoleSelect.tsx'

interface Props {
  team: TeamHeader
  members: TeamMemberRow[]
  /** The roles that this member may give. Without them, the table has no actions. */
  assignableRoles?: TeamRole[]
  /** Shown below the name. */
  details?: (member: TeamMemberRow) => ReactNode
}

export function MemberTable({ team, members, assignableRoles, details }: Props) {
  const t = useTranslation()
  const hasActions =
    assignableRoles !== undefined &&
    members.some(({ mayChange, mayRemove }) => mayChange || mayRemove)
  const columnTitles = [
    t('Member'),
    t('Role'),
    t('Member since'),
    ...(hasActions ? [t('Actions')] : []),
  ]
  return (
    <div className="card">
      <Table caption={t('Members of the team')} columnTitles={columnTitles} compact>
        {members.map((member) => (
          <Row key={member.id} columnTitles={columnTitles}>
            <MemberName {...member}>{details?.(member)}</MemberName>
            {teamRoleLabel(t, member.role)}
            <RelativeTime at={member.joinedAt} inDays />
            {hasActions && (
              <div className="row-actions">
                {member.mayChange && (
                  <ChangeRole team={team} member={member} assignableRoles={assignableRoles} />
                )}
                {member.mayRemove && <RemoveMember team={team} member={member} />}
              </div>
            )}
          </Row>
        ))}
      </Table>
    </div>
  )
}

function MemberName({
  name,
  email,
  photoUrl,
  isYou,
  children,
}: TeamMemberRow & { children?: ReactNode }) {
  const t = useTranslation()
  return (
    <span className="team-member">
      <Avatar name={name} profile_photo_url={photoUrl} />
      <span className="grid">
        <span className="wrap-anywhere">{isYou ? t('{name} (you)', { name }) : name}</span>
        {email && <span className="text-muted text-13 wrap-anywhere">{email}</span>}
        {children}
      </span>
    </span>
  )
}

interface MemberProps {
  team: TeamHeader
  member: TeamMemberRow
}

function ChangeRole({
  team,
  member,
  assignableRoles,
}: MemberProps & Required<Pick<Props, 'assignableRoles'>>) {
  const t = useTranslation()
  const { id, name, role } = member
  return (
    <FormPopup
      action={route('team-member.update', { team: team.slug, member: id })}
      method="put"
      errorBag={`role-${id}`}
      triggerText={t('Change role')}
      triggerLabel={t('Change the role of {name}', { name })}
      title={t('Change the role of {name}', { name })}
      submitLabel={t('Change role')}
    >
      <RoleSelect roles={assignableRoles} current={role} />
    </FormPopup>
  )
}

function RemoveMember({ team, member: { id, name } }: MemberProps) {
  const t = useTranslation()
  return (
    <FormPopup
      action={route('team-member.destroy', { team: team.slug, member: id })}
      method="delete"
      errorBag={`remove-${id}`}
      triggerText={t('Remove')}
      triggerLabel={t('Remove {name}', { name })}
      title={t('Remove {name} from the team?', { name })}
      submitLabel={t('Remove member')}
      tone="danger"
    >
      <p>{t('They lose access at once, and get an email about it. Their account stays.')}</p>
    </FormPopup>
  )
}
