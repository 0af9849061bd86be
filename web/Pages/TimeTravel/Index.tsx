import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { later } from '#web/later.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { Notice } from '#web/parts/Notice.tsx'
import { useText } from '#web/text.tsx'

const Journey = later('TimeTravel/Index')

/** The account at any moment of its life. */
export default function Index(props: Pages['TimeTravel/Index']) {
  const t = useText()
  const { moved } = props.moment
  return (
    <>
      <Head title={t('Time Travel')} />
      <header className="grid gap-1">
        <h1 className="heading">{t('Time Travel')}</h1>
        <p className="text-muted">
          {t('Your account at any moment: what changed, when, from where.')}
        </p>
      </header>
      {moved && <Notice tone="attention">{moved.why}</Notice>}
      <Journey {...props} />
    </>
  )
}

Index.layout = [Member]
