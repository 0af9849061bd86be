import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { UpdateProfileInformationForm } from '#web/Pages/Profile/Partials/UpdateProfileInformationForm.tsx'

import { TableOfContents } from './Partials/TableOfContents.tsx'
import { useSectionTitles } from './Partials/use-section-titles.ts'

const RemainingSections = lazyPart('Profile/Show')

/** Other pages link to the section ids. */
export default function Show(props: Pages['Profile/Show']) {
  const t = useTranslation()
  const titles = useSectionTitles()

  return (
    <>
      <Head title={t('Your account')} />
      <h1 className="heading">{t('Your account')}</h1>
      <div className="settings">
        <TableOfContents titles={titles} />
        <div>
          <UpdateProfileInformationForm title={titles.information} {...props.information} />
          <RemainingSections {...props} />
        </div>
      </div>
    </>
  )
}

Show.layout = [Member]
