import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { later } from '#web/later.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { CheckUp } from '#web/Pages/Dashboard/Partials/CheckUp.tsx'
import { WhoYouAre } from '#web/Pages/Dashboard/Partials/WhoYouAre.tsx'
import { useText } from '#web/text.tsx'

const Rest = later('Dashboard')

export default function Dashboard(props: Pages['Dashboard']) {
  const t = useText()
  const { auth } = usePage().props
  return (
    <>
      <Head title={t('Dashboard')} />
      {auth.user && <WhoYouAre user={auth.user} memberSince={props.memberSince} />}
      <div className="dashboard">
        <CheckUp spots={props.weakSpots} />
        <Rest {...props} />
      </div>
    </>
  )
}

Dashboard.layout = [Member]
