import { router } from '@inertiajs/react'
import { type MouseEvent, useEffect } from 'react'

import type { DataExport } from '#app/data-export/pages.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'

/** State and actions of the account's data export. Polls the page's prop `dataExport`. */
export function DataExportPanel({ dataExport }: { dataExport: DataExport | null }) {
  const t = useTranslation()
  if (dataExport?.state === 'working') return <ExportInProgress {...dataExport} />
  if (dataExport?.state === 'ready') return <ExportReady {...dataExport} />
  if (!dataExport)
    return (
      <div className="setting">
        <p>{t('Not requested yet')}</p>
        <RequestExportButton label={t('Request my data')} />
      </div>
    )
  return (
    <>
      {dataExport.state === 'failed' && (
        <Alert tone="danger">
          {t('Something went wrong while we collected your data. Request it again.')}
        </Alert>
      )}
      <RequestExportButton label={t('Request my data again')} />
    </>
  )
}

function RequestExportButton({ label }: { label: string }) {
  const confirm = useConfirmation('standard')
  return (
    <Form action={route('data-export.store')} errorBag="dataExport" confirm={confirm}>
      <Button type="submit">{label}</Button>
    </Form>
  )
}

const pollIntervalMs = 1500

function ExportInProgress({ done, total }: DataExport) {
  const t = useTranslation()
  useEffect(() => {
    const polling = setInterval(() => router.reload({ only: ['dataExport'] }), pollIntervalMs)
    return () => clearInterval(polling)
  }, [])
  return (
    <div className="grid gap-2">
      <p>
        {t("We're collecting your data. You can leave this page: we'll email you when it's ready.")}
      </p>
      <progress
        className="progress"
        max={Math.max(total, 1)}
        value={done}
        aria-label={t('Progress')}
      />
      <p className="tabular-numbers text-13 text-muted">
        {total > 0 ? t('{done} of {total} files', { done, total }) : t('Waiting to start')}
      </p>
    </div>
  )
}

function ExportReady({ bytes, expiresAt }: DataExport) {
  const t = useTranslation()
  const zone = useTimezone()
  const confirm = useConfirmation('standard')
  const url = route('data-export.show')
  const until = expiresAt && t.date(expiresAt, { dateStyle: 'long', timeZone: zone })
  const size = fileSize(t.number, bytes ?? 0)

  // Inertia cannot download files, so the browser navigates.
  function download(event: MouseEvent) {
    event.preventDefault()
    confirm(() => location.assign(url))
  }

  return (
    <>
      <p>
        {t('Your data is ready: a ZIP file of {size}.', { size })}{' '}
        {until && t('You can download it until {until}.', { until })}
      </p>
      <div className="flex flex-wrap gap-3">
        <a className="button" href={url} onClick={download}>
          {t('Download my data')}
        </a>
        <RequestExportButton label={t('Request my data again')} />
      </div>
    </>
  )
}

function fileSize(
  number: (value: number, options: Intl.NumberFormatOptions) => string,
  bytes: number,
): string {
  const isLarge = bytes >= 1_000_000
  return number(bytes / (isLarge ? 1_000_000 : 1000), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  })
}
