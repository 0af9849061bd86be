import type { Pages } from '#app/pages.ts'
import { SignedInDevices } from '#web/Pages/Dashboard/Partials/SignedInDevices.tsx'

export default function Rest({ sessions }: Pages['Dashboard']) {
  return <SignedInDevices sessions={sessions} />
}
