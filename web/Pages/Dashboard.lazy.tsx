import type { Pages } from '#app/pages.ts'

import { RecentEvents } from './Dashboard/Partials/RecentEvents.tsx'
import { SignedInDevices } from './Dashboard/Partials/SignedInDevices.tsx'

export default function DashboardActivity({ sessions, recentEvents }: Pages['Dashboard']) {
  return (
    <>
      <SignedInDevices sessions={sessions} />
      <RecentEvents events={recentEvents} />
    </>
  )
}
