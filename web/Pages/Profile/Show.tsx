import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { later } from '#web/later.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { Contents } from '#web/Pages/Profile/Partials/Contents.tsx'
import { useTitles } from '#web/Pages/Profile/Partials/titles.ts'
import { UpdateProfileInformationForm } from '#web/Pages/Profile/Partials/UpdateProfileInformationForm.tsx'
import { useText } from '#web/text.tsx'

const Rest = later('Profile/Show')

/** Everything about the account, one section each. A section's id is an address that others link to. */
export default function Show(props: Pages['Profile/Show']) {
  const t = useText()
  const titles = useTitles()

  return (
    <>
      <Head title={t('Your account')} />
      <h1 className="heading">{t('Your account')}</h1>
      <div className="settings">
        <Contents titles={titles} />
        <div>
          <UpdateProfileInformationForm title={titles.information} {...props.information} />
          <Rest {...props} />
        </div>
      </div>
    </>
  )
}

Show.layout = [Member]
