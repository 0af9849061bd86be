import type { DataExport as Facts } from '#app/pages.ts'
import { DataExport } from '#web/parts/DataExport.tsx'
import { Section } from '#web/parts/Section.tsx'
import { useText } from '#web/text.tsx'

export function DataExportForm({ title, facts }: { title: string; facts: Facts | null }) {
  const t = useText()
  return (
    <Section
      id="data-export"
      title={title}
      about={t('Everything we hold about your account, to keep or to take elsewhere.')}
    >
      <DataExport facts={facts} />
    </Section>
  )
}
