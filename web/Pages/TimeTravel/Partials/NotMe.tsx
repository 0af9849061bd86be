import { router, usePage } from '@inertiajs/react'
import { lazy, Suspense, useEffect, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { useNews } from '#web/parts/account-events.ts'
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

  const { newest, doubts } = useNews()
  const question = `${Math.max(newest, props.life.total)} ${doubts}`
  /** Null before it was asked. One that nobody answered is asked again when it is opened again. */
  const [asked, ask] = useState<string | null>(null)
  const [isAsking, begin] = useState(false)
  useEffect(() => {
    if (!isOpen || isAsking || asked === question) return
    router.reload({
      only: ['notMe'],
      showProgress: false,
      onStart: () => begin(true),
      onFinish: () => {
        ask(question)
        begin(false)
      },
    })
  }, [isOpen, isAsking, asked, question])

  const known = answer?.event === event ? answer : null

  return (
    <details
      className="not-me needs-script"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        open(currentTarget.open)
        ask(null)
      }}
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
