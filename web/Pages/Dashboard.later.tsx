import type { Pages } from '#app/pages.ts'
import { Lately } from '#web/Pages/Dashboard/Partials/Lately.tsx'
import { SignedInDevices } from '#web/Pages/Dashboard/Partials/SignedInDevices.tsx'

export default function Rest({ sessions, lately }: Pages['Dashboard']) {
  return (
    <>
      <SignedInDevices sessions={sessions} />
      <Lately events={lately} />
    </>
  )
}
