import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { FormSection } from '#web/components/FormSection.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
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
      <FormSection
        id="create"
        title={t('Name and address')}
        description={t('You become its owner. Invite others afterwards.')}
        action={route('teams.store')}
        submitLabel={t('Create team')}
        secondaryAction={<ButtonLink href={route('teams.index')}>{t('Cancel')}</ButtonLink>}
      >
        <TeamFields slugRules={slugRules} />
        <RememberFields name="create-team" />
      </FormSection>
    </>
  )
}

Create.layout = [Member]
