import { msg } from '@foyer/i18n'
import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

import { RequirementList } from './Partials/RequirementList.tsx'
import { teamRoleLabel } from './Partials/role-labels.ts'

type Props = Pages['Teams/AcceptInvitation']

export default function AcceptInvitation(props: Props) {
  const t = useTranslation()
  const { team, pictureUrl, inviter, email, role, step, action } = props
  const title = t('Join the team {team}', { team })
  return (
    <>
      <Head title={title} />
      <Avatar name={team} profile_photo_url={pictureUrl} size="large" />
      <h1 className="heading break-words">{title}</h1>
      <p>
        <Trans
          text="{inviter} invited <address>{email}</address> to the team {team} with the role {role}."
          values={{ inviter, email, team, role: teamRoleLabel(t, role) }}
          address={(children) => <strong className="font-medium break-words">{children}</strong>}
        />
      </p>
      <RequirementList
        intro={t('The team requires of its members:')}
        requirements={props.requirements}
      />
      <Step {...props} />
      {step !== 'member' && (
        <Form action={action} method="delete" errorBag="declineInvitation">
          <Button type="submit" wide>
            {t('Decline the invitation')}
          </Button>
        </Form>
      )}
    </>
  )
}

AcceptInvitation.layout = [
  [Guest, { panel: msg('Work that you share with others belongs to a team.') }],
]

function Step({ step, action, registerUrl, email }: Props) {
  const t = useTranslation()
  switch (step) {
    case 'accept':
      return <Accept action={action} />
    case 'other-address':
      return <OtherAddress action={action} email={email} />
    case 'member':
      return (
        <>
          <p>{t("You're already a member of this team.")}</p>
          <ButtonLink tone="primary" wide href={route('teams.index')}>
            {t('Go to your teams')}
          </ButtonLink>
        </>
      )
    case 'sign-in':
      return (
        <ButtonLink tone="primary" wide href={route('login')}>
          {t('Sign in to accept')}
        </ButtonLink>
      )
    case 'register':
      return (
        <>
          <ButtonLink tone="primary" wide href={registerUrl}>
            {t('Create an account')}
          </ButtonLink>
          <ButtonLink wide href={route('login')}>
            {t('Sign in with another account')}
          </ButtonLink>
        </>
      )
    case 'closed':
      return (
        <>
          <p>{t("This address has no account, and new accounts can't be created here.")}</p>
          <ButtonLink tone="primary" wide href={route('login')}>
            {t('Sign in with another account')}
          </ButtonLink>
        </>
      )
  }
}

function Accept({ action }: { action: string }) {
  const t = useTranslation()
  const email = usePage().props.auth.user?.email ?? ''
  return (
    <Form action={action} errorBag="acceptInvitation">
      <p className="text-muted">{t("You're signed in as {email}.", { email })}</p>
      <Button type="submit" tone="primary" wide>
        {t('Join the team')}
      </Button>
    </Form>
  )
}

function OtherAddress({ action, email }: { action: string; email: string }) {
  const t = useTranslation()
  const own = usePage().props.auth.user?.email ?? ''
  return (
    <Form action={action} errorBag="acceptInvitation">
      <p>
        {t("You're signed in as {own}, not as {email}. Members would see that account.", {
          own,
          email,
        })}
      </p>
      <Checkbox name="other_address">{t('Join as {own}', { own })}</Checkbox>
      <Button type="submit" tone="primary" wide>
        {t('Join the team')}
      </Button>
    </Form>
  )
}
