import type { DataExport } from '#app/data-export/pages.ts'
import { DataExportPanel } from '#web/components/DataExportPanel.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'

export function DataExportSection({ dataExport }: { dataExport: DataExport | null }) {
  const t = useTranslation()
  return (
    <Section
      id="data-export"
      title={t('Your data')}
      description={t('Everything we hold about your account, as one file.')}
    >
      <DataExportPanel dataExport={dataExport} />
    </Section>
  )
}
