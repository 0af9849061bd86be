import type { TeamRole } from '#app/permissions.ts'
import type { TeamInvitationRow } from '#app/team-invitations/pages.ts'
import type { TeamHeader } from '#app/teams/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { Section } from '#web/components/Section.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { teamRoleLabel } from './role-labels.ts'
import { RoleSelect } from './RoleSelect.tsx'

interface Props {
  team: TeamHeader
  invitations: TeamInvitationRow[]
  assignableRoles: TeamRole[]
  days: number
}

export function InvitationsSection({ team, invitations, assignableRoles, days }: Props) {
  const t = useTranslation()
  return (
    <Section
      id="invite"
      title={t('Invitations')}
      description={t('An invitation works once, for {days} days.', { days })}
      wide
    >
      <div className="team-invite">
        <Form
          action={route('team-invitations.store', { team: team.slug })}
          errorBag="invite"
          resetOnSuccess
        >
          <Field
            name="email"
            label={t('Email address')}
            data-missing={t('Enter an email address.')}
            type="email"
            autoComplete="off"
            hint={t("They don't need an account yet.")}
          />
          <RoleSelect roles={assignableRoles} current="member" />
          <RememberFields name="invite" />
          <div className="form-actions">
            <Button type="submit" tone="primary">
              {t('Send invitation')}
            </Button>
          </div>
        </Form>
      </div>
      {invitations.length > 0 && <InvitationTable team={team} invitations={invitations} />}
    </Section>
  )
}

function InvitationTable({ team, invitations }: Pick<Props, 'team' | 'invitations'>) {
  const t = useTranslation()
  const columnTitles = [t('Email address'), t('Role'), t('Expires'), t('Actions')]
  return (
    <div className="card">
      <Table caption={t('Open invitations')} columnTitles={columnTitles}>
        {invitations.map((invitation) => (
          <Row key={invitation.id} columnTitles={columnTitles}>
            <span className="grid">
              <span className="break-words">{invitation.email}</span>
              <span className="text-muted text-13">
                {t('Invited by {name}', { name: invitation.inviter })}
              </span>
            </span>
            {teamRoleLabel(t, invitation.role)}
            {invitation.isExpired ? (
              <span className="text-attention">{t('Expired')}</span>
            ) : (
              <RelativeTime at={invitation.expiresAt} />
            )}
            <div className="row-actions">
              {invitation.mayChange && <InvitationActions team={team} {...invitation} />}
            </div>
          </Row>
        ))}
      </Table>
    </div>
  )
}

function InvitationActions({ team, id, email }: { team: TeamHeader } & TeamInvitationRow) {
  const t = useTranslation()
  const params = { team: team.slug, invitation: id }
  return (
    <>
      <Form action={route('team-invitations.send', params)} errorBag={`send-${id}`}>
        <button
          type="submit"
          className="link-button"
          aria-label={t('Send the invitation to {email} again', { email })}
        >
          {t('Send again')}
        </button>
      </Form>
      <FormPopup
        action={route('team-invitations.destroy', params)}
        method="delete"
        errorBag={`revoke-${id}`}
        triggerText={t('Revoke')}
        triggerLabel={t('Revoke the invitation to {email}', { email })}
        title={t('Revoke the invitation to {email}?', { email })}
        submitLabel={t('Revoke invitation')}
        tone="danger"
      >
        <p>{t('The link in its email stops working.')}</p>
      </FormPopup>
    </>
  )
}
