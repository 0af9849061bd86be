import { router } from '@inertiajs/react'
import { type MouseEvent, useEffect } from 'react'

import type { DataExport as Facts } from '#app/pages.ts'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Form } from '#web/parts/Form.tsx'
import { Notice } from '#web/parts/Notice.tsx'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** How far the account's export is, and the button for what can be done about it. The page's prop is `dataExport`. */
export function DataExport({ facts }: { facts: Facts | null }) {
  const t = useText()
  if (facts?.state === 'working') return <Working {...facts} />
  if (facts?.state === 'ready') return <Ready {...facts} />
  return (
    <>
      {facts?.state === 'failed' && (
        <Notice tone="danger">
          {t('Something went wrong while your data was collected. Nothing is lost: ask again.')}
        </Notice>
      )}
      <Ask label={facts ? t('Collect my data again') : t('Collect my data')} />
    </>
  )
}

function Ask({ label }: { label: string }) {
  const confirm = useConfirmation(180)
  return (
    <Form action={route('data-export.store')} bag="dataExport" ask={confirm}>
      <Button type="submit">{label}</Button>
    </Form>
  )
}

const askEveryMs = 1500

function Working({ done, total }: Facts) {
  const t = useText()
  useEffect(() => {
    const asking = setInterval(() => router.reload({ only: ['dataExport'] }), askEveryMs)
    return () => clearInterval(asking)
  }, [])
  return (
    <div className="grid gap-2">
      <p>
        {t(
          'We are collecting your data. You can leave this page: a mail tells you when it is done.',
        )}
      </p>
      <progress
        className="collected"
        max={Math.max(total, 1)}
        value={done}
        aria-label={t('Collected so far')}
      />
      <p className="numbers text-13 text-muted">
        {total > 0 ? t('{done} of {total} files', { done, total }) : t('Waiting for its turn')}
      </p>
    </div>
  )
}

function Ready({ bytes, expiresAt }: Facts) {
  const t = useText()
  const zone = useZone()
  const confirm = useConfirmation(180)
  const address = route('data-export.show')
  const until = expiresAt && t.date(expiresAt, { dateStyle: 'long', timeZone: zone })
  const size = fileSize(t.number, bytes ?? 0)

  // A file is not a page: the browser itself fetches it.
  function download(event: MouseEvent) {
    event.preventDefault()
    confirm(() => location.assign(address), t('Download my data'))
  }

  return (
    <>
      <p>
        {t('Your data is ready: one ZIP file of {size}.', { size })}{' '}
        {until && t('You can download it until {until}.', { until })}
      </p>
      <div className="flex flex-wrap gap-3">
        <a className="button" href={address} onClick={download}>
          {t('Download my data')}
        </a>
        <Ask label={t('Collect my data again')} />
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
