import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { lazyPart } from '#web/lazy-part.tsx'

const TimeTravelView = lazyPart('TimeTravel/Index')

export default function Index(props: Pages['TimeTravel/Index']) {
  const t = useTranslation()
  const { adjusted } = props.moment
  return (
    <>
      <Head title={t('Time Travel')} />
      <header className="grid gap-1">
        <h1 className="heading">{t('Time Travel')}</h1>
        <p className="text-muted">
          {t('Your account at any moment: what changed, when, from where.')}
        </p>
      </header>
      {adjusted && <Alert tone="attention">{adjusted.reason}</Alert>}
      <TimeTravelView {...props} />
    </>
  )
}

Index.layout = [Member]
