import { useEffect, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'

export function TableOfContents({ titles }: { titles: Readonly<Record<string, string>> }) {
  const t = useTranslation()
  const currentId = useSectionInView(Object.keys(titles))

  return (
    <nav className="table-of-contents" aria-label={t('On this page')}>
      <ul>
        {Object.entries(titles).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === currentId ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the last section starting in the upper third of the window or above; at the page's end, the last one. */
function useSectionInView(ids: string[]): string | undefined {
  const [currentId, setCurrentId] = useState(ids[0])
  const joinedIds = ids.join(' ')

  useEffect(() => {
    function updateCurrent() {
      const { scrollHeight, clientHeight } = document.documentElement
      const isAtEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 2
      const [first, ...others] = joinedIds.split(' ')
      setCurrentId(others.findLast((id) => isAtEnd || topOf(id) <= clientHeight / 3) ?? first)
    }
    // Sections also move when content above them resizes. The observer fires once initially.
    const pageObserver = new ResizeObserver(updateCurrent)
    pageObserver.observe(document.body)
    addEventListener('scroll', updateCurrent, { passive: true })
    return () => {
      pageObserver.disconnect()
      removeEventListener('scroll', updateCurrent)
    }
  }, [joinedIds])

  return currentId
}

function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
}
