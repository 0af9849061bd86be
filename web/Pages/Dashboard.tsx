import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { RecoveryAlert } from '#web/components/RecoveryAlert.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { ProfileCard } from './Dashboard/Partials/ProfileCard.tsx'
import { RecentEvents } from './Dashboard/Partials/RecentEvents.tsx'
import { SecurityCheckup } from './Dashboard/Partials/SecurityCheckup.tsx'
import { SignedInDevices } from './Dashboard/Partials/SignedInDevices.tsx'

export default function Dashboard(props: Pages['Dashboard']) {
  const t = useTranslation()
  const { auth } = usePage().props
  return (
    <>
      <Head title={t('Dashboard')} />
      {auth.user && <ProfileCard user={auth.user} memberSince={props.memberSince} />}
      {props.securityIssues.includes('account-recovery') && <RecoveryAlert readyAt={null} />}
      <div className="dashboard">
        <SecurityCheckup issues={props.securityIssues} hasPasskeyOffer={props.passkeyOffer} />
        <SignedInDevices sessions={props.sessions} count={props.sessionCount} />
        <RecentEvents events={props.recentEvents} />
      </div>
    </>
  )
}

Dashboard.layout = [Member]
