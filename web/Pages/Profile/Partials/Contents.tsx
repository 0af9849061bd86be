import { useEffect, useState } from 'react'

import { useText } from '#web/text.tsx'

/** The sections by name, beside them where there is room; the one being read is marked. */
export function Contents({ titles }: { titles: Readonly<Record<string, string>> }) {
  const t = useText()
  const here = useSectionInView(Object.keys(titles))

  return (
    <nav className="on-this-page" aria-label={t('On this page')}>
      <ul>
        {Object.entries(titles).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === here ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The last section whose beginning has passed the upper third of the window; at the very end, the last. */
function useSectionInView(ids: string[]): string | undefined {
  const [here, note] = useState(ids[0])
  const all = ids.join(' ')

  useEffect(() => {
    function look() {
      const { scrollHeight, clientHeight } = document.documentElement
      const isAtEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 2
      const [first, ...others] = all.split(' ')
      note(others.findLast((id) => isAtEnd || top(id) <= clientHeight / 3) ?? first)
    }
    // What grows or shrinks above moves the sections as a hand does; watching begins with a look.
    const page = new ResizeObserver(look)
    page.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    return () => {
      page.disconnect()
      removeEventListener('scroll', look)
    }
  }, [all])

  return here
}

function top(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
}
