import type { JoinableTeam } from '#app/team-domains/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { RequirementList } from './RequirementList.tsx'

export function JoinByDomain({ joinable }: { joinable: JoinableTeam[] }) {
  const t = useTranslation()
  return (
    <Section
      id="join"
      title={t('Teams of your company')}
      description={t('Your verified email address lets you join them.')}
    >
      {joinable.map(({ id, team, domain, requirements }) => (
        <Form key={id} action={route('team-domain.join', { domain: id })} errorBag={`join-${id}`}>
          <p className="break-words">
            {t('The team {team} is open to everybody with an address at {domain}.', {
              team,
              domain,
            })}
          </p>
          <RequirementList
            intro={t('The team requires of its members:')}
            requirements={requirements}
          />
          <div className="form-actions">
            <Button type="submit" aria-label={t('Join the team {team}', { team })}>
              {t('Join the team')}
            </Button>
          </div>
        </Form>
      ))}
    </Section>
  )
}
