import type { Translator } from '@foyer/i18n'
import { router } from '@inertiajs/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import type { EventRef } from '#app/time-travel/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props extends Pick<Pages['TimeTravel/Index'], 'moment' | 'filters'> {
  direction: 'older' | 'newer'
  /** Null at the end of the log. */
  cursor: string | null
  /** How far a search has looked. */
  searchedTo?: EventRef | null
  list: RefObject<HTMLElement | null>
}

/**
 * Loads older events when the end of the list's own scroll box comes near; on a phone, where the page scrolls, on click, so
 * that the footer stays within reach. Newer ones load only on click, so that the list does not jump.
 */
export function MoreEvents({ direction, cursor, searchedTo = null, list, ...query }: Props) {
  const t = useTranslation()
  const sentinel = useRef<HTMLDivElement>(null)
  const [isLoading, setLoading] = useState(false)
  /** The last cursor loaded. If it is still current, the filter matched nothing more. */
  const [triedCursor, setTriedCursor] = useState<string | null>(null)
  const isSearch = query.filters.search !== null

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
    const root = list.current
    // A search would read the whole log in one go.
    if (direction === 'newer' || isSearch || !sentinel.current || !root) return
    if (getComputedStyle(root).overflowY !== 'auto') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      root,
      rootMargin: '600px',
    })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [direction, isSearch, list, loadMore])

  if (cursor === null || cursor === triedCursor) return null
  const label = labelOf(t, direction, isSearch)
  return (
    <div ref={sentinel} className="load-more" data-direction={direction}>
      {searchedTo && <SearchedTo at={searchedTo.at} />}
      <span className="needs-script">
        <Button tone="quiet" aria-disabled={isLoading} onClick={isLoading ? undefined : loadMore}>
          {label}
        </Button>
      </span>
      <a className="without-script" href={pageUrl(query, cursor)}>
        {label}
      </a>
    </div>
  )
}

function SearchedTo({ at }: Pick<EventRef, 'at'>) {
  const t = useTranslation()
  const date = t.date(at, { dateStyle: 'long', timeZone: useTimezone() })
  return <p className="text-muted">{t('Searched back to {date}.', { date })}</p>
}

function labelOf(t: Translator, direction: Props['direction'], isSearch: boolean): string {
  if (direction === 'newer') return t('Show later events')
  return isSearch ? t('Search further back') : t('Show earlier events')
}

function pageUrl({ moment, filters }: Pick<Props, 'moment' | 'filters'>, cursor: string): string {
  return momentUrl({ ...filters, at: moment.isNow ? null : Date.parse(moment.at), cursor })
}
