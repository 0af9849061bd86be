import type { ReactNode } from 'react'

import { Banner } from '#web/parts/Banner.tsx'
import { Colophon } from '#web/parts/Colophon.tsx'
import { Mark } from '#web/parts/Mark.tsx'
import { useText } from '#web/text.tsx'

/** One column for who is not signed in yet; beside it, where there is room, the open door. */
export function Guest({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className="guest">
      <div className="guest-column">
        <header>
          <Mark />
        </header>
        <main>
          <Banner />
          {children}
        </main>
        <Colophon />
      </div>
      <aside className="guest-panel">
        <div className="doorway" />
        <p>{t('Come in. Everything is where you left it.')}</p>
      </aside>
    </div>
  )
}
