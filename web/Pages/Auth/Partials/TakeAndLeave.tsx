import type { DataExport as Facts } from '#app/pages.ts'
import { DataExport } from '#web/parts/DataExport.tsx'
import { LeaveForm } from '#web/parts/LeaveForm.tsx'

/** For who would rather go than agree. */
export function TakeAndLeave({ facts }: { facts: Facts | null }) {
  return (
    <>
      <DataExport facts={facts} />
      <LeaveForm />
    </>
  )
}
