import { type FormEvent, useState } from 'react'

import type { SlugRules } from '#app/teams/pages.ts'
import { Field } from '#web/components/Field.tsx'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  slugRules: SlugRules
  /** An existing team; its URL is not derived from its name. */
  team?: { name: string; slug: string }
}

/** Name and address of a team. Of a new one, the address follows the name until it is edited. */
export function TeamFields({ slugRules, team }: Props) {
  const t = useTranslation()
  const [slug, setSlug] = useState(team?.slug ?? '')

  function suggest({ currentTarget }: FormEvent<HTMLInputElement>) {
    const field = currentTarget.form?.elements.namedItem('slug')
    const isUntouched = field instanceof HTMLInputElement && field.value === slug
    if (team || !isUntouched) return
    const suggested = suggestedSlug(currentTarget.value, slugRules.maxLength)
    field.value = suggested
    setSlug(suggested)
  }

  return (
    <>
      <Field
        name="name"
        label={t('Name of the team')}
        data-missing={t('Enter a name for the team.')}
        defaultValue={team?.name}
        autoComplete="off"
        onInput={suggest}
      />
      <Field
        name="slug"
        label={t('Team URL')}
        data-missing={t('Choose a URL for the team.')}
        defaultValue={team?.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={slugRules.maxLength}
        hint={
          team
            ? t('Links to the old URL stop working.')
            : t('It comes after {prefix}', { prefix: slugRules.prefix })
        }
      />
    </>
  )
}

/** Letters without their accents, and hyphens for everything between words. */
function suggestedSlug(name: string, maxLength: number): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '')
}
