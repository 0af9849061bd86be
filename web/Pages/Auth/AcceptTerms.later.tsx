import type { Pages } from '#app/pages.ts'
import { TakeAndLeave } from '#web/Pages/Auth/Partials/TakeAndLeave.tsx'

export default function WayOut({ dataExport }: Pages['Auth/AcceptTerms']) {
  return <TakeAndLeave facts={dataExport} />
}
