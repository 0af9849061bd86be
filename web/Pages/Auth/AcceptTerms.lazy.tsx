import type { Pages } from '#app/pages.ts'

import { ExportOrDelete } from './Partials/ExportOrDelete.tsx'

export default function DeclineOptions({ dataExport }: Pages['Auth/AcceptTerms']) {
  return <ExportOrDelete dataExport={dataExport} />
}
