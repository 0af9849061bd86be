import { router, usePage } from '@inertiajs/react'
import { lazy, Suspense, useEffect, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { useLiveEvents } from '#web/lib/account-event-bus.ts'

const TakeoverSteps = lazy(() => import('#web/Pages/TimeTravel/Partials/TakeoverSteps.tsx'))

/** Steps that secure the account after someone else's event. Loaded when opened, and again after new events. */
export function TakeoverPanel({ event }: { event: number }) {
  const t = useTranslation()
  const { props, flash } = usePage<Pages['TimeTravel/Index']>()
  const [isOpen, setOpen] = useState(flash.status === 'event-disowned')
  const [response, setResponse] = useState(props.takeover)
  if (props.takeover && props.takeover !== response) setResponse(props.takeover)

  const { newestSequence, gaps } = useLiveEvents()
  const requestKey = `${Math.max(newestSequence, props.activity.total)} ${gaps}`
  /** Null before the first request. Toggling resets it, which retries a failed request. */
  const [requestedKey, setRequestedKey] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    if (!isOpen || isLoading || requestedKey === requestKey) return
    router.reload({
      only: ['takeover'],
      showProgress: false,
      onStart: () => setLoading(true),
      onFinish: () => {
        setRequestedKey(requestKey)
        setLoading(false)
      },
    })
  }, [isOpen, isLoading, requestedKey, requestKey])

  const currentResponse = response?.event === event ? response : null

  return (
    <details
      className="takeover needs-script"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        setRequestedKey(null)
      }}
    >
      <summary>{t("This wasn't me")}</summary>
      <p>{t("We'll undo what this device did. Here's the plan.")}</p>
      <Suspense fallback={<Skeleton lines={2} />}>
        {currentResponse ? <TakeoverSteps {...currentResponse} /> : <Skeleton lines={2} />}
      </Suspense>
    </details>
  )
}
