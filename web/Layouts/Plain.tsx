import type { ReactNode } from 'react'

import { Banner } from '#web/parts/Banner.tsx'
import { Colophon } from '#web/parts/Colophon.tsx'
import { Mark } from '#web/parts/Mark.tsx'

/** For what anyone may read, signed in or not: legal pages, errors, the mailbox. */
export function Plain({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className="plain" data-wide={wide}>
      <header>
        <Mark />
      </header>
      <main>
        <Banner />
        {children}
      </main>
      <Colophon />
    </div>
  )
}
