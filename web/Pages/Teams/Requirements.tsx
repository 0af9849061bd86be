import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import type { TeamHeader } from '#app/teams/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { Item, ItemList, ItemTitle } from '#web/components/ItemList.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { requirementIcons, requirementTexts } from './Partials/requirement-texts.ts'
import { teamRoleLabel } from './Partials/role-labels.ts'

type Props = Pages['Teams/Requirements']

/** A member who does not meet the requirements of the team comes here from each of its pages. */
export default function Requirements(props: Props) {
  const t = useTranslation()
  const { team, unmet } = props
  const title = t('Requirements of {team}', { team: team.name })
  return (
    <>
      <Head title={title} />
      <h1 className="heading break-words">{title}</h1>
      <div>
        <RequirementsToMeet {...props} />
        {unmet.length > 0 && <LeaveInstead team={team} />}
      </div>
    </>
  )
}

Requirements.layout = [Member]

function RequirementsToMeet({ requirements, ...next }: Props) {
  const t = useTranslation()
  const { team, unmet } = next
  const params = { team: team.slug }
  return (
    <Section
      id="requirements"
      title={t('What the team requires')}
      description={t('These apply to this team only. The rest of your account is open to you.')}
    >
      <ItemList label={t('What the team requires')}>
        {requirementTexts(t, requirements).map(({ name, text }) => (
          <Item
            key={name}
            title={<ItemTitle icon={requirementIcons[name]}>{text}</ItemTitle>}
            details={<RequirementState isMet={!unmet.includes(name)} />}
          />
        ))}
      </ItemList>
      {unmet.length === 0 ? (
        <div>
          <ButtonLink tone="primary" href={route('team.show', params)}>
            {t('Open the team')}
          </ButtonLink>
        </div>
      ) : (
        <NextStep {...next} />
      )}
    </Section>
  )
}

function RequirementState({ isMet }: { isMet: boolean }) {
  const t = useTranslation()
  return isMet ? (
    <span>{t('You meet this.')}</span>
  ) : (
    <span className="text-attention">{t('Still to do')}</span>
  )
}

/** A second factor first: signing in again asks for it. */
function NextStep({ team, unmet, secondFactorUrl }: Omit<Props, 'requirements'>) {
  const t = useTranslation()
  if (unmet.includes('second-factor'))
    return (
      <div>
        <ButtonLink tone="primary" href={secondFactorUrl}>
          {t('Add a second factor')}
        </ButtonLink>
      </div>
    )
  return (
    <Form action={route('team-sign-in.store', { team: team.slug })}>
      <p className="text-muted">{t("You're signed out here first, and come back to the team.")}</p>
      <div className="form-actions">
        <Button type="submit" tone="primary">
          {t('Sign in again')}
        </Button>
      </div>
    </Form>
  )
}

function LeaveInstead({ team }: { team: TeamHeader }) {
  const t = useTranslation()
  return (
    <Section
      id="leave"
      title={t('Leave the team')}
      description={t('You lose access right away. To come back, you need a new invitation.')}
    >
      <div className="setting">
        <p>
          {t('{label}: {value}', { label: t('Your role'), value: teamRoleLabel(t, team.role) })}
        </p>
        <Disclosure label={t('Leave the team…')} tone="danger" errorBag="leaveTeam">
          <Form
            action={route('team-membership.destroy', { team: team.slug })}
            method="delete"
            errorBag="leaveTeam"
          >
            <p>{t('Everything in the team stays with it.')}</p>
            <DisclosureActions>
              <Button type="submit" tone="danger">
                {t('Leave the team')}
              </Button>
            </DisclosureActions>
          </Form>
        </Disclosure>
      </div>
    </Section>
  )
}
