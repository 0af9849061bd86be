import type { DataExport } from '#app/data-export/pages.ts'
import { DataExportPanel } from '#web/components/DataExportPanel.tsx'
import { DeleteAccountForm } from '#web/components/DeleteAccountForm.tsx'

/** Alternatives for people who decline a requirement. */
export function ExportOrDelete({ dataExport }: { dataExport: DataExport | null }) {
  return (
    <>
      <DataExportPanel dataExport={dataExport} />
      <DeleteAccountForm />
    </>
  )
}
