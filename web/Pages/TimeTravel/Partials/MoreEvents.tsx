import { router } from '@inertiajs/react'
import { useCallback, useEffect, useRef, useState } from 'react'

import { Button } from '#web/components/Button.tsx'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  direction: 'older' | 'newer'
  /** Null at the end of the log. */
  cursor: string | null
}

/** Loads older events when the end of the list comes near, newer ones only on click, so that the list does not jump. */
export function MoreEvents({ direction, cursor }: Props) {
  const t = useTranslation()
  const sentinel = useRef<HTMLDivElement>(null)
  const [isLoading, setLoading] = useState(false)
  /** The last cursor loaded. If it is still current, the filter matched nothing more. */
  const [triedCursor, setTriedCursor] = useState<string | null>(null)

  const loadMore = useCallback(() => {
    if (cursor === null || cursor === triedCursor) return
    setLoading(true)
    router.reload({
      data: { cursor },
      only: ['events'],
      preserveUrl: true,
      showProgress: false,
      headers: {
        'X-Inertia-Infinite-Scroll-Merge-Intent': direction === 'older' ? 'append' : 'prepend',
      },
      onFinish: () => setLoading(false),
      onSuccess: () => setTriedCursor(cursor),
    })
  }, [cursor, triedCursor, direction])

  useEffect(() => {
    const { current } = sentinel
    if (direction === 'newer' || !current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      rootMargin: '600px',
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [direction, loadMore])

  if (cursor === null || cursor === triedCursor) return null
  return (
    <div ref={sentinel} className="load-more needs-script" data-direction={direction}>
      <Button tone="quiet" aria-disabled={isLoading} onClick={isLoading ? undefined : loadMore}>
        {direction === 'older' ? t('Show earlier events') : t('Show later events')}
      </Button>
    </div>
  )
}
