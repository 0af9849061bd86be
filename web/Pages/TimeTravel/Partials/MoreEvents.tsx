import { router } from '@inertiajs/react'
import { useCallback, useEffect, useRef, useState } from 'react'

import { Button } from '#web/components/Button.tsx'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  direction: 'older' | 'newer'
  /** Null when there is nothing more that way. */
  cursor: string | null
}

/** The list goes on by itself when its end comes near. What came later is shown when asked for: nothing moves under the eye. */
export function MoreEvents({ direction, cursor }: Props) {
  const t = useTranslation()
  const sentinel = useRef<HTMLDivElement>(null)
  const [isLoading, setLoading] = useState(false)
  /** One that brought nothing: with a filter nobody knows before. */
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
    <div ref={sentinel} className="more needs-script" data-way={direction}>
      <Button tone="quiet" aria-disabled={isLoading} onClick={isLoading ? undefined : loadMore}>
        {direction === 'older' ? t('Show earlier events') : t('Show later events')}
      </Button>
    </div>
  )
}
