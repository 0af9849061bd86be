import { router } from '@inertiajs/react'
import { useCallback, useEffect, useRef, useState } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { useText } from '#web/text.tsx'

interface Props {
  way: 'older' | 'newer'
  /** Null when there is nothing more that way. */
  cursor: string | null
}

/** The list goes on by itself when its end comes near. What came later is shown when asked for: nothing moves under the eye. */
export function MoreEvents({ way, cursor }: Props) {
  const t = useText()
  const end = useRef<HTMLDivElement>(null)
  const [isLoading, load] = useState(false)
  /** One that brought nothing: with a filter nobody knows before. */
  const [tried, isTried] = useState<string | null>(null)

  const more = useCallback(() => {
    if (cursor === null || cursor === tried) return
    load(true)
    router.reload({
      data: { cursor },
      only: ['events'],
      preserveUrl: true,
      showProgress: false,
      headers: {
        'X-Inertia-Infinite-Scroll-Merge-Intent': way === 'older' ? 'append' : 'prepend',
      },
      onFinish: () => load(false),
      onSuccess: () => isTried(cursor),
    })
  }, [cursor, tried, way])

  useEffect(() => {
    const { current } = end
    if (way === 'newer' || !current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: '600px',
    })
    watch.observe(current)
    return () => watch.disconnect()
  }, [way, more])

  if (cursor === null || cursor === tried) return null
  return (
    <div ref={end} className="more needs-script" data-way={way}>
      <Button tone="quiet" aria-disabled={isLoading} onClick={isLoading ? undefined : more}>
        {way === 'older' ? t('Show earlier events') : t('Show later events')}
      </Button>
    </div>
  )
}
