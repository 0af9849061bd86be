import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Member } from '#web/Layouts/Member.tsx'
import { CheckUp } from '#web/Pages/Dashboard/Partials/CheckUp.tsx'
import { SignedInDevices } from '#web/Pages/Dashboard/Partials/SignedInDevices.tsx'
import { WhoYouAre } from '#web/Pages/Dashboard/Partials/WhoYouAre.tsx'
import { useText } from '#web/text.tsx'

export default function Dashboard({ weakSpots, sessions, memberSince }: Pages['Dashboard']) {
  const t = useText()
  const { auth } = usePage().props
  return (
    <>
      <Head title={t('Dashboard')} />
      {auth.user && <WhoYouAre user={auth.user} memberSince={memberSince} />}
      <div className="dashboard">
        <CheckUp spots={weakSpots} />
        <SignedInDevices sessions={sessions} />
      </div>
    </>
  )
}

Dashboard.layout = [Member]
