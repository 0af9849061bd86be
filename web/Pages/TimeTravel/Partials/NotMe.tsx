import { router, usePage } from '@inertiajs/react'
import { lazy, Suspense, useEffect, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { useAccountEvents } from '#web/parts/account-events.ts'
import { Skeleton } from '#web/parts/Skeleton.tsx'
import { useText } from '#web/text.tsx'

const NotMeSteps = lazy(() => import('#web/Pages/TimeTravel/Partials/NotMeSteps.tsx'))

/** What to do about an event that was someone else: asked for when it is opened, and again when something happened since. */
export function NotMe({ event }: { event: number }) {
  const t = useText()
  const { props, flash } = usePage<Pages['TimeTravel/Index']>()
  const [isOpen, open] = useState(flash.status === 'event-disowned')
  const [answer, keep] = useState(props.notMe)
  if (props.notMe && props.notMe !== answer) keep(props.notMe)

  /** The number of the newest event that was heard of. */
  const [newest, hear] = useState(0)
  useAccountEvents((heard) => heard && hear(heard.sequence))

  const known = answer?.event === event ? answer : null
  const [upTo, wanted] = [known?.upTo ?? 0, Math.max(newest, props.life.total)]
  useEffect(() => {
    if (isOpen && upTo < wanted) router.reload({ only: ['notMe'], showProgress: false })
  }, [isOpen, upTo, wanted])

  return (
    <details
      className="not-me needs-script"
      open={isOpen}
      onToggle={({ currentTarget }) => open(currentTarget.open)}
    >
      <summary>{t("This wasn't me")}</summary>
      <p>
        {t('Then everything this device left behind is taken back. Here is what there is to do.')}
      </p>
      <Suspense fallback={<Skeleton lines={2} />}>
        {known ? <NotMeSteps {...known} /> : <Skeleton lines={2} />}
      </Suspense>
    </details>
  )
}
