import { type ReactNode, Suspense } from 'react'

export interface SectionProps {
  /** Also the URL fragment, used by the table of contents and links from other pages. */
  id: string
  title: string
  /** One sentence. */
  description?: string | undefined
  /** A button in the line of the title. */
  titleButton?: ReactNode
  /** Puts the title above, so that a list has the whole width. */
  wide?: boolean
  children: ReactNode
}

export function Section({ id, title, description, titleButton, wide, children }: SectionProps) {
  return (
    <section
      id={id}
      className="section"
      data-wide={wide || undefined}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
    >
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {description && <p>{description}</p>}
        {titleButton}
      </header>
      <div className="section-body">
        {/* Hydrated on its own, so that no section keeps the page from responding. */}
        <Suspense>{children}</Suspense>
      </div>
    </section>
  )
}
