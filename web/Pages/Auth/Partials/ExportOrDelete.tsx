import type { DataExport } from '#app/pages.ts'
import { DataExportPanel } from '#web/components/DataExportPanel.tsx'
import { DeleteAccountForm } from '#web/components/DeleteAccountForm.tsx'

/** For who would rather go than agree. */
export function ExportOrDelete({ dataExport }: { dataExport: DataExport | null }) {
  return (
    <>
      <DataExportPanel dataExport={dataExport} />
      <DeleteAccountForm />
    </>
  )
}
