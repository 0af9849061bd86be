import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { lazyPart } from '#web/lazy-part.tsx'

import { ProfileCard } from './Dashboard/Partials/ProfileCard.tsx'
import { SecurityCheckup } from './Dashboard/Partials/SecurityCheckup.tsx'

const DashboardActivity = lazyPart('Dashboard')

export default function Dashboard(props: Pages['Dashboard']) {
  const t = useTranslation()
  const { auth } = usePage().props
  return (
    <>
      <Head title={t('Dashboard')} />
      {auth.user && <ProfileCard user={auth.user} memberSince={props.memberSince} />}
      <div className="dashboard">
        <SecurityCheckup issues={props.securityIssues} />
        <DashboardActivity {...props} />
      </div>
    </>
  )
}

Dashboard.layout = [Member]
