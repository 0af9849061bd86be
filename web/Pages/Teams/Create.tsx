import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { TeamFields } from './Partials/TeamFields.tsx'

export default function Create({ slugRules }: Pages['Teams/Create']) {
  const t = useTranslation()
  return (
    <>
      <Head title={t('Create a team')} />
      <h1 className="heading">{t('Create a team')}</h1>
      <Section
        id="create"
        title={t('Name and address')}
        description={t('You become its owner. Invite others afterwards.')}
      >
        <Form action={route('teams.store')}>
          <TeamFields slugRules={slugRules} />
          <RememberFields name="create-team" />
          <div className="form-actions">
            <Button type="submit" tone="primary">
              {t('Create team')}
            </Button>
            <ButtonLink href={route('teams.index')}>{t('Cancel')}</ButtonLink>
          </div>
        </Form>
      </Section>
    </>
  )
}

Create.layout = [Member]
