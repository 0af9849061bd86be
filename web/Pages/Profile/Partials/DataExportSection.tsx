import type { DataExport } from '#app/pages.ts'
import { DataExportPanel } from '#web/components/DataExportPanel.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'

export function DataExportSection({
  title,
  dataExport,
}: {
  title: string
  dataExport: DataExport | null
}) {
  const t = useTranslation()
  return (
    <Section
      id="data-export"
      title={title}
      description={t('Everything we hold about your account, to keep or to take elsewhere.')}
    >
      <DataExportPanel dataExport={dataExport} />
    </Section>
  )
}
