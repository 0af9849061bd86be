import type { OwnInvitation } from '#app/team-invitations/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'

import { RequirementList } from './RequirementList.tsx'
import { teamRoleLabel } from './role-labels.ts'

export function ReceivedInvitations({ invitations }: { invitations: OwnInvitation[] }) {
  const t = useTranslation()
  return (
    <Section
      id="invitations"
      title={t('Invitations')}
      description={t("You've been invited to a team.")}
    >
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} {...invitation} />
      ))}
    </Section>
  )
}

function Invitation({ id, href, team, inviter, role, requirements }: OwnInvitation) {
  const t = useTranslation()
  return (
    <div className="grid gap-3">
      <p className="break-words">
        {t('{inviter} invited you to the team {team} with the role {role}.', {
          inviter,
          team,
          role: teamRoleLabel(t, role),
        })}
      </p>
      <RequirementList intro={t('The team requires of its members:')} requirements={requirements} />
      <div className="form-actions">
        <Form action={href} errorBag={`accept-${id}`}>
          <Button type="submit" tone="primary" aria-label={t('Join the team {team}', { team })}>
            {t('Join the team')}
          </Button>
        </Form>
        <Form action={href} method="delete" errorBag={`decline-${id}`}>
          <Button type="submit" aria-label={t('Decline the invitation to {team}', { team })}>
            {t('Decline')}
          </Button>
        </Form>
      </div>
    </div>
  )
}
