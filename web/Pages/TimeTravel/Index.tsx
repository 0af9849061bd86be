import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Member } from '#web/Layouts/Member.tsx'
import { RelativeTime } from '#web/parts/RelativeTime.tsx'
import { useText } from '#web/text.tsx'

export default function Index({ moment, events }: Pages['TimeTravel/Index']) {
  const t = useText()
  return (
    <>
      <Head title={t('Time Travel')} />
      <div className="grid gap-2">
        <h1 className="heading">{t('Time Travel')}</h1>
        <p className="text-muted">{t('What happened to your account, and when.')}</p>
        {moment.moved && <p>{moment.moved.why}</p>}
      </div>
      <ol className="grid gap-2">
        {events.data.map(({ seq, type, at }) => (
          <li key={seq}>
            {type} <RelativeTime at={at} />
          </li>
        ))}
      </ol>
    </>
  )
}

Index.layout = [Member]
