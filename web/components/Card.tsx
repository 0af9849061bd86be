import { type ReactNode, Suspense } from 'react'

interface Props {
  title: string
  note?: ReactNode
  children: ReactNode
}

export function Card({ title, note, children }: Props) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {note && <p>{note}</p>}
      </header>
      {/* Hydrated on its own, as in Section. */}
      <Suspense>{children}</Suspense>
    </section>
  )
}
